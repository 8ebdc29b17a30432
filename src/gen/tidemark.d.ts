// Generated from protos/ by `npm run generate`. Do not edit.
import * as $protobuf from "protobufjs";
/** Namespace tidemark. */
export namespace tidemark {

    /** Namespace v1. */
    namespace v1 {

        /** Properties of an AdAction. */
        interface IAdAction {

            /** The row; empty inside a stored cell. */
            userId?: (string|null);

            /** AdAction action */
            action?: (string|null);

            /** Milliseconds since the Unix epoch, by the producer's clock. */
            eventTimeMs?: (number|null);

            /** AdAction viewType */
            viewType?: (string|null);

            /** AdAction adId */
            adId?: (string|null);

            /** AdAction adGroupId */
            adGroupId?: (string|null);

            /** AdAction campaignId */
            campaignId?: (string|null);

            /** AdAction advertiserId */
            advertiserId?: (string|null);

            /** AdAction insertionId */
            insertionId?: (string|null);

            /** AdAction sessionId */
            sessionId?: (string|null);
        }

        /** One action of one user on one ad: what the clickstream carries, and what a cell of a user's row holds. */
        class AdAction implements IAdAction {

            /**
             * Constructs a new AdAction.
             * @param [properties] Properties to set
             */
            constructor(properties?: tidemark.v1.IAdAction);

            /** The row; empty inside a stored cell. */
            public userId: string;

            /** AdAction action. */
            public action: string;

            /** Milliseconds since the Unix epoch, by the producer's clock. */
            public eventTimeMs: number;

            /** AdAction viewType. */
            public viewType: string;

            /** AdAction adId. */
            public adId: string;

            /** AdAction adGroupId. */
            public adGroupId: string;

            /** AdAction campaignId. */
            public campaignId: string;

            /** AdAction advertiserId. */
            public advertiserId: string;

            /** AdAction insertionId. */
            public insertionId: string;

            /** AdAction sessionId. */
            public sessionId: string;

            /**
             * Creates a new AdAction instance using the specified properties.
             * @param [properties] Properties to set
             * @returns AdAction instance
             */
            public static create(properties?: tidemark.v1.IAdAction): tidemark.v1.AdAction;

            /**
             * Encodes the specified AdAction message. Does not implicitly {@link tidemark.v1.AdAction.verify|verify} messages.
             * @param message AdAction message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            public static encode(message: tidemark.v1.IAdAction, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes an AdAction message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns AdAction
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): tidemark.v1.AdAction;

            /**
             * Creates an AdAction message from a plain object. Also converts values to their respective internal types.
             * @param object Plain object
             * @returns AdAction
             */
            public static fromObject(object: { [k: string]: any }): tidemark.v1.AdAction;

            /**
             * Creates a plain object from an AdAction message. Also converts values to other types if specified.
             * @param message AdAction
             * @param [options] Conversion options
             * @returns Plain object
             */
            public static toObject(message: tidemark.v1.AdAction, options?: $protobuf.IConversionOptions): { [k: string]: any };

            /**
             * Converts this AdAction to JSON.
             * @returns JSON object
             */
            public toJSON(): { [k: string]: any };
        }

        /** Properties of an AdActionBatch. */
        interface IAdActionBatch {

            /** AdActionBatch events */
            events?: (tidemark.v1.IAdAction[]|null);
        }

        /** Several events in one request or message. */
        class AdActionBatch implements IAdActionBatch {

            /**
             * Constructs a new AdActionBatch.
             * @param [properties] Properties to set
             */
            constructor(properties?: tidemark.v1.IAdActionBatch);

            /** AdActionBatch events. */
            public events: tidemark.v1.IAdAction[];

            /**
             * Creates a new AdActionBatch instance using the specified properties.
             * @param [properties] Properties to set
             * @returns AdActionBatch instance
             */
            public static create(properties?: tidemark.v1.IAdActionBatch): tidemark.v1.AdActionBatch;

            /**
             * Encodes the specified AdActionBatch message. Does not implicitly {@link tidemark.v1.AdActionBatch.verify|verify} messages.
             * @param message AdActionBatch message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            public static encode(message: tidemark.v1.IAdActionBatch, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes an AdActionBatch message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns AdActionBatch
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): tidemark.v1.AdActionBatch;

            /**
             * Creates an AdActionBatch message from a plain object. Also converts values to their respective internal types.
             * @param object Plain object
             * @returns AdActionBatch
             */
            public static fromObject(object: { [k: string]: any }): tidemark.v1.AdActionBatch;

            /**
             * Creates a plain object from an AdActionBatch message. Also converts values to other types if specified.
             * @param message AdActionBatch
             * @param [options] Conversion options
             * @returns Plain object
             */
            public static toObject(message: tidemark.v1.AdActionBatch, options?: $protobuf.IConversionOptions): { [k: string]: any };

            /**
             * Converts this AdActionBatch to JSON.
             * @returns JSON object
             */
            public toJSON(): { [k: string]: any };
        }

        /** Properties of an Embedding. */
        interface IEmbedding {

            /** Embedding modelVersion */
            modelVersion?: (string|null);

            /** Embedding values */
            values?: (number[]|null);
        }

        /** A dense vector that a model computed for a user; the SubType names the model. */
        class Embedding implements IEmbedding {

            /**
             * Constructs a new Embedding.
             * @param [properties] Properties to set
             */
            constructor(properties?: tidemark.v1.IEmbedding);

            /** Embedding modelVersion. */
            public modelVersion: string;

            /** Embedding values. */
            public values: number[];

            /**
             * Creates a new Embedding instance using the specified properties.
             * @param [properties] Properties to set
             * @returns Embedding instance
             */
            public static create(properties?: tidemark.v1.IEmbedding): tidemark.v1.Embedding;

            /**
             * Encodes the specified Embedding message. Does not implicitly {@link tidemark.v1.Embedding.verify|verify} messages.
             * @param message Embedding message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            public static encode(message: tidemark.v1.IEmbedding, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes an Embedding message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns Embedding
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): tidemark.v1.Embedding;

            /**
             * Creates an Embedding message from a plain object. Also converts values to their respective internal types.
             * @param object Plain object
             * @returns Embedding
             */
            public static fromObject(object: { [k: string]: any }): tidemark.v1.Embedding;

            /**
             * Creates a plain object from an Embedding message. Also converts values to other types if specified.
             * @param message Embedding
             * @param [options] Conversion options
             * @returns Plain object
             */
            public static toObject(message: tidemark.v1.Embedding, options?: $protobuf.IConversionOptions): { [k: string]: any };

            /**
             * Converts this Embedding to JSON.
             * @returns JSON object
             */
            public toJSON(): { [k: string]: any };
        }

        /** Properties of a Profile. */
        interface IProfile {

            /** Profile locale */
            locale?: (string|null);

            /** Profile interests */
            interests?: (tidemark.v1.Profile.IInterest[]|null);

            /** Milliseconds since the Unix epoch. */
            updatedAtMs?: (number|null);
        }

        /** What a user is interested in, as the personalization pipelines see it. */
        class Profile implements IProfile {

            /**
             * Constructs a new Profile.
             * @param [properties] Properties to set
             */
            constructor(properties?: tidemark.v1.IProfile);

            /** Profile locale. */
            public locale: string;

            /** Profile interests. */
            public interests: tidemark.v1.Profile.IInterest[];

            /** Milliseconds since the Unix epoch. */
            public updatedAtMs: number;

            /**
             * Creates a new Profile instance using the specified properties.
             * @param [properties] Properties to set
             * @returns Profile instance
             */
            public static create(properties?: tidemark.v1.IProfile): tidemark.v1.Profile;

            /**
             * Encodes the specified Profile message. Does not implicitly {@link tidemark.v1.Profile.verify|verify} messages.
             * @param message Profile message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            public static encode(message: tidemark.v1.IProfile, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a Profile message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns Profile
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): tidemark.v1.Profile;

            /**
             * Creates a Profile message from a plain object. Also converts values to their respective internal types.
             * @param object Plain object
             * @returns Profile
             */
            public static fromObject(object: { [k: string]: any }): tidemark.v1.Profile;

            /**
             * Creates a plain object from a Profile message. Also converts values to other types if specified.
             * @param message Profile
             * @param [options] Conversion options
             * @returns Plain object
             */
            public static toObject(message: tidemark.v1.Profile, options?: $protobuf.IConversionOptions): { [k: string]: any };

            /**
             * Converts this Profile to JSON.
             * @returns JSON object
             */
            public toJSON(): { [k: string]: any };
        }

        namespace Profile {

            /** Properties of an Interest. */
            interface IInterest {

                /** Interest topic */
                topic?: (string|null);

                /** From 0 (none) to 1. */
                score?: (number|null);
            }

            /** Represents an Interest. */
            class Interest implements IInterest {

                /**
                 * Constructs a new Interest.
                 * @param [properties] Properties to set
                 */
                constructor(properties?: tidemark.v1.Profile.IInterest);

                /** Interest topic. */
                public topic: string;

                /** From 0 (none) to 1. */
                public score: number;

                /**
                 * Creates a new Interest instance using the specified properties.
                 * @param [properties] Properties to set
                 * @returns Interest instance
                 */
                public static create(properties?: tidemark.v1.Profile.IInterest): tidemark.v1.Profile.Interest;

                /**
                 * Encodes the specified Interest message. Does not implicitly {@link tidemark.v1.Profile.Interest.verify|verify} messages.
                 * @param message Interest message or plain object to encode
                 * @param [writer] Writer to encode to
                 * @returns Writer
                 */
                public static encode(message: tidemark.v1.Profile.IInterest, writer?: $protobuf.Writer): $protobuf.Writer;

                /**
                 * Decodes an Interest message from the specified reader or buffer.
                 * @param reader Reader or buffer to decode from
                 * @param [length] Message length if known beforehand
                 * @returns Interest
                 * @throws {Error} If the payload is not a reader or valid buffer
                 * @throws {$protobuf.util.ProtocolError} If required fields are missing
                 */
                public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): tidemark.v1.Profile.Interest;

                /**
                 * Creates an Interest message from a plain object. Also converts values to their respective internal types.
                 * @param object Plain object
                 * @returns Interest
                 */
                public static fromObject(object: { [k: string]: any }): tidemark.v1.Profile.Interest;

                /**
                 * Creates a plain object from an Interest message. Also converts values to other types if specified.
                 * @param message Interest
                 * @param [options] Conversion options
                 * @returns Plain object
                 */
                public static toObject(message: tidemark.v1.Profile.Interest, options?: $protobuf.IConversionOptions): { [k: string]: any };

                /**
                 * Converts this Interest to JSON.
                 * @returns JSON object
                 */
                public toJSON(): { [k: string]: any };
            }
        }
    }
}
