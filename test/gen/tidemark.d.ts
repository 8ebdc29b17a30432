// Generated from protos/ by `npm run generate`. Do not edit.
import * as $protobuf from "protobufjs";
/** Namespace tidemark. */
export namespace tidemark {

    /** Namespace v1. */
    namespace v1 {

        /** Properties of an AdAction. */
        interface IAdAction {

            /** The row. Stored cells omit this field and the next two, because row, column and timestamp contain them. */
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

        /** An action of a user on an ad: an event of the clickstream, and the content of a cell in the user's row. */
        class AdAction implements IAdAction {

            /**
             * Constructs a new AdAction.
             * @param [properties] Properties to set
             */
            constructor(properties?: tidemark.v1.IAdAction);

            /** The row. Stored cells omit this field and the next two, because row, column and timestamp contain them. */
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

        /** Properties of a Campaign. */
        interface ICampaign {

            /** Campaign name */
            name?: (string|null);

            /** Campaign advertiserId */
            advertiserId?: (string|null);

            /** The action that is billed, such as `view`. */
            action?: (string|null);

            /** Flights in the order of their days, without overlaps. */
            flights?: (tidemark.v1.IFlight[]|null);

            /** Priority from 1, served first, to 100. 0: 50. */
            priority?: (number|null);

            /** `proportional`, `predictive` or `threshold`. Empty: the controller's default. */
            policy?: (string|null);

            /**
             * Only for `threshold`: share of the purchased units at which the campaign is stopped for the day, above 0 and at
             * most 1. 0: the controller's default.
             */
            thresholdShare?: (number|null);

            /** Whether a user has paused the campaign. */
            paused?: (boolean|null);
        }

        /**
         * A campaign that an advertiser has bought: a number of units, which are billable actions with distinct dedup keys, on
         * each day of its flights. Its object id is the campaign id of events.
         */
        class Campaign implements ICampaign {

            /**
             * Constructs a new Campaign.
             * @param [properties] Properties to set
             */
            constructor(properties?: tidemark.v1.ICampaign);

            /** Campaign name. */
            public name: string;

            /** Campaign advertiserId. */
            public advertiserId: string;

            /** The action that is billed, such as `view`. */
            public action: string;

            /** Flights in the order of their days, without overlaps. */
            public flights: tidemark.v1.IFlight[];

            /** Priority from 1, served first, to 100. 0: 50. */
            public priority: number;

            /** `proportional`, `predictive` or `threshold`. Empty: the controller's default. */
            public policy: string;

            /**
             * Only for `threshold`: share of the purchased units at which the campaign is stopped for the day, above 0 and at
             * most 1. 0: the controller's default.
             */
            public thresholdShare: number;

            /** Whether a user has paused the campaign. */
            public paused: boolean;

            /**
             * Creates a new Campaign instance using the specified properties.
             * @param [properties] Properties to set
             * @returns Campaign instance
             */
            public static create(properties?: tidemark.v1.ICampaign): tidemark.v1.Campaign;

            /**
             * Encodes the specified Campaign message. Does not implicitly {@link tidemark.v1.Campaign.verify|verify} messages.
             * @param message Campaign message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            public static encode(message: tidemark.v1.ICampaign, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a Campaign message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns Campaign
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): tidemark.v1.Campaign;

            /**
             * Creates a Campaign message from a plain object. Also converts values to their respective internal types.
             * @param object Plain object
             * @returns Campaign
             */
            public static fromObject(object: { [k: string]: any }): tidemark.v1.Campaign;

            /**
             * Creates a plain object from a Campaign message. Also converts values to other types if specified.
             * @param message Campaign
             * @param [options] Conversion options
             * @returns Plain object
             */
            public static toObject(message: tidemark.v1.Campaign, options?: $protobuf.IConversionOptions): { [k: string]: any };

            /**
             * Converts this Campaign to JSON.
             * @returns JSON object
             */
            public toJSON(): { [k: string]: any };
        }

        /** Properties of a Flight. */
        interface IFlight {

            /** First and last day, both inclusive, in ISO 8601, such as `2026-11-21`. */
            firstDay?: (string|null);

            /** Flight lastDay */
            lastDay?: (string|null);

            /** Flight unitsPerDay */
            unitsPerDay?: (number|null);
        }

        /** Consecutive days with equal purchases, in the time zone of the campaign's counts. */
        class Flight implements IFlight {

            /**
             * Constructs a new Flight.
             * @param [properties] Properties to set
             */
            constructor(properties?: tidemark.v1.IFlight);

            /** First and last day, both inclusive, in ISO 8601, such as `2026-11-21`. */
            public firstDay: string;

            /** Flight lastDay. */
            public lastDay: string;

            /** Flight unitsPerDay. */
            public unitsPerDay: number;

            /**
             * Creates a new Flight instance using the specified properties.
             * @param [properties] Properties to set
             * @returns Flight instance
             */
            public static create(properties?: tidemark.v1.IFlight): tidemark.v1.Flight;

            /**
             * Encodes the specified Flight message. Does not implicitly {@link tidemark.v1.Flight.verify|verify} messages.
             * @param message Flight message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            public static encode(message: tidemark.v1.IFlight, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a Flight message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns Flight
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): tidemark.v1.Flight;

            /**
             * Creates a Flight message from a plain object. Also converts values to their respective internal types.
             * @param object Plain object
             * @returns Flight
             */
            public static fromObject(object: { [k: string]: any }): tidemark.v1.Flight;

            /**
             * Creates a plain object from a Flight message. Also converts values to other types if specified.
             * @param message Flight
             * @param [options] Conversion options
             * @returns Plain object
             */
            public static toObject(message: tidemark.v1.Flight, options?: $protobuf.IConversionOptions): { [k: string]: any };

            /**
             * Converts this Flight to JSON.
             * @returns JSON object
             */
            public toJSON(): { [k: string]: any };
        }

        /** Properties of a CampaignAction. */
        interface ICampaignAction {

            /** The row. Stored cells omit this field and the next two, because row, column and timestamp contain them. */
            userId?: (Uint8Array|null);

            /** `view` or `click`. */
            eventType?: (string|null);

            /** Milliseconds since the Unix epoch, by the producer's clock. */
            eventTimeMs?: (number|null);

            /** CampaignAction campaignId */
            campaignId?: (Uint8Array|null);

            /** CampaignAction sessionId */
            sessionId?: (Uint8Array|null);
        }

        /**
         * A view or click of a campaign's creative by a user, by which campaigns are billed. All ids are UUIDs, which take 16
         * bytes in protobuf and in the store, and are text in JSON.
         */
        class CampaignAction implements ICampaignAction {

            /**
             * Constructs a new CampaignAction.
             * @param [properties] Properties to set
             */
            constructor(properties?: tidemark.v1.ICampaignAction);

            /** The row. Stored cells omit this field and the next two, because row, column and timestamp contain them. */
            public userId: Uint8Array;

            /** `view` or `click`. */
            public eventType: string;

            /** Milliseconds since the Unix epoch, by the producer's clock. */
            public eventTimeMs: number;

            /** CampaignAction campaignId. */
            public campaignId: Uint8Array;

            /** CampaignAction sessionId. */
            public sessionId: Uint8Array;

            /**
             * Creates a new CampaignAction instance using the specified properties.
             * @param [properties] Properties to set
             * @returns CampaignAction instance
             */
            public static create(properties?: tidemark.v1.ICampaignAction): tidemark.v1.CampaignAction;

            /**
             * Encodes the specified CampaignAction message. Does not implicitly {@link tidemark.v1.CampaignAction.verify|verify} messages.
             * @param message CampaignAction message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            public static encode(message: tidemark.v1.ICampaignAction, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a CampaignAction message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns CampaignAction
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): tidemark.v1.CampaignAction;

            /**
             * Creates a CampaignAction message from a plain object. Also converts values to their respective internal types.
             * @param object Plain object
             * @returns CampaignAction
             */
            public static fromObject(object: { [k: string]: any }): tidemark.v1.CampaignAction;

            /**
             * Creates a plain object from a CampaignAction message. Also converts values to other types if specified.
             * @param message CampaignAction
             * @param [options] Conversion options
             * @returns Plain object
             */
            public static toObject(message: tidemark.v1.CampaignAction, options?: $protobuf.IConversionOptions): { [k: string]: any };

            /**
             * Converts this CampaignAction to JSON.
             * @returns JSON object
             */
            public toJSON(): { [k: string]: any };
        }

        /** Properties of a CampaignActionBatch. */
        interface ICampaignActionBatch {

            /** CampaignActionBatch events */
            events?: (tidemark.v1.ICampaignAction[]|null);
        }

        /** Several events in one request or message. */
        class CampaignActionBatch implements ICampaignActionBatch {

            /**
             * Constructs a new CampaignActionBatch.
             * @param [properties] Properties to set
             */
            constructor(properties?: tidemark.v1.ICampaignActionBatch);

            /** CampaignActionBatch events. */
            public events: tidemark.v1.ICampaignAction[];

            /**
             * Creates a new CampaignActionBatch instance using the specified properties.
             * @param [properties] Properties to set
             * @returns CampaignActionBatch instance
             */
            public static create(properties?: tidemark.v1.ICampaignActionBatch): tidemark.v1.CampaignActionBatch;

            /**
             * Encodes the specified CampaignActionBatch message. Does not implicitly {@link tidemark.v1.CampaignActionBatch.verify|verify} messages.
             * @param message CampaignActionBatch message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            public static encode(message: tidemark.v1.ICampaignActionBatch, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a CampaignActionBatch message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns CampaignActionBatch
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): tidemark.v1.CampaignActionBatch;

            /**
             * Creates a CampaignActionBatch message from a plain object. Also converts values to their respective internal types.
             * @param object Plain object
             * @returns CampaignActionBatch
             */
            public static fromObject(object: { [k: string]: any }): tidemark.v1.CampaignActionBatch;

            /**
             * Creates a plain object from a CampaignActionBatch message. Also converts values to other types if specified.
             * @param message CampaignActionBatch
             * @param [options] Conversion options
             * @returns Plain object
             */
            public static toObject(message: tidemark.v1.CampaignActionBatch, options?: $protobuf.IConversionOptions): { [k: string]: any };

            /**
             * Converts this CampaignActionBatch to JSON.
             * @returns JSON object
             */
            public toJSON(): { [k: string]: any };
        }

        /** Properties of a CapCheck. */
        interface ICapCheck {

            /** Empty: the default DataType. */
            dataType?: (string|null);

            /** CapCheck userId */
            userId?: (string|null);

            /** CapCheck candidates */
            candidates?: (tidemark.v1.ICapCandidate[]|null);

            /** CapCheck rules */
            rules?: (tidemark.v1.ICapRule[]|null);

            /** Milliseconds since the Unix epoch; absent: now. */
            asOfMs?: (number|null);

            /** CapCheck reserve */
            reserve?: (tidemark.v1.ICapReserve|null);
        }

        /** Body of `POST /v1/caps:check`. The fields are those of the JSON form, which docs/frequency-caps.md describes. */
        class CapCheck implements ICapCheck {

            /**
             * Constructs a new CapCheck.
             * @param [properties] Properties to set
             */
            constructor(properties?: tidemark.v1.ICapCheck);

            /** Empty: the default DataType. */
            public dataType: string;

            /** CapCheck userId. */
            public userId: string;

            /** CapCheck candidates. */
            public candidates: tidemark.v1.ICapCandidate[];

            /** CapCheck rules. */
            public rules: tidemark.v1.ICapRule[];

            /** Milliseconds since the Unix epoch; absent: now. */
            public asOfMs?: (number|null);

            /** CapCheck reserve. */
            public reserve?: (tidemark.v1.ICapReserve|null);

            /** CapCheck _asOfMs. */
            public _asOfMs?: "asOfMs";

            /**
             * Creates a new CapCheck instance using the specified properties.
             * @param [properties] Properties to set
             * @returns CapCheck instance
             */
            public static create(properties?: tidemark.v1.ICapCheck): tidemark.v1.CapCheck;

            /**
             * Encodes the specified CapCheck message. Does not implicitly {@link tidemark.v1.CapCheck.verify|verify} messages.
             * @param message CapCheck message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            public static encode(message: tidemark.v1.ICapCheck, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a CapCheck message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns CapCheck
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): tidemark.v1.CapCheck;

            /**
             * Creates a CapCheck message from a plain object. Also converts values to their respective internal types.
             * @param object Plain object
             * @returns CapCheck
             */
            public static fromObject(object: { [k: string]: any }): tidemark.v1.CapCheck;

            /**
             * Creates a plain object from a CapCheck message. Also converts values to other types if specified.
             * @param message CapCheck
             * @param [options] Conversion options
             * @returns Plain object
             */
            public static toObject(message: tidemark.v1.CapCheck, options?: $protobuf.IConversionOptions): { [k: string]: any };

            /**
             * Converts this CapCheck to JSON.
             * @returns JSON object
             */
            public toJSON(): { [k: string]: any };
        }

        /** Properties of a CapCandidate. */
        interface ICapCandidate {

            /** Returned in the answer. */
            id?: (string|null);

            /** Ids by dimension name in JSON, such as "campaignId". */
            dimensions?: ({ [k: string]: string }|null);
        }

        /** Represents a CapCandidate. */
        class CapCandidate implements ICapCandidate {

            /**
             * Constructs a new CapCandidate.
             * @param [properties] Properties to set
             */
            constructor(properties?: tidemark.v1.ICapCandidate);

            /** Returned in the answer. */
            public id: string;

            /** Ids by dimension name in JSON, such as "campaignId". */
            public dimensions: { [k: string]: string };

            /**
             * Creates a new CapCandidate instance using the specified properties.
             * @param [properties] Properties to set
             * @returns CapCandidate instance
             */
            public static create(properties?: tidemark.v1.ICapCandidate): tidemark.v1.CapCandidate;

            /**
             * Encodes the specified CapCandidate message. Does not implicitly {@link tidemark.v1.CapCandidate.verify|verify} messages.
             * @param message CapCandidate message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            public static encode(message: tidemark.v1.ICapCandidate, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a CapCandidate message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns CapCandidate
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): tidemark.v1.CapCandidate;

            /**
             * Creates a CapCandidate message from a plain object. Also converts values to their respective internal types.
             * @param object Plain object
             * @returns CapCandidate
             */
            public static fromObject(object: { [k: string]: any }): tidemark.v1.CapCandidate;

            /**
             * Creates a plain object from a CapCandidate message. Also converts values to other types if specified.
             * @param message CapCandidate
             * @param [options] Conversion options
             * @returns Plain object
             */
            public static toObject(message: tidemark.v1.CapCandidate, options?: $protobuf.IConversionOptions): { [k: string]: any };

            /**
             * Converts this CapCandidate to JSON.
             * @returns JSON object
             */
            public toJSON(): { [k: string]: any };
        }

        /** Properties of a CapRule. */
        interface ICapRule {

            /** CapRule name */
            name?: (string|null);

            /** Name of the level, such as "campaign". */
            level?: (string|null);

            /** CapRule actions */
            actions?: (string[]|null);

            /** Length, such as "90m", "6h" or "7d". */
            rolling?: (string|null);

            /** CapRule calendar */
            calendar?: (tidemark.v1.ICapCalendar|null);

            /** CapRule maximum */
            maximum?: (number|null);

            /** Conditions by dimension name. */
            where?: ({ [k: string]: tidemark.v1.ICapCondition }|null);
        }

        /** Represents a CapRule. */
        class CapRule implements ICapRule {

            /**
             * Constructs a new CapRule.
             * @param [properties] Properties to set
             */
            constructor(properties?: tidemark.v1.ICapRule);

            /** CapRule name. */
            public name: string;

            /** Name of the level, such as "campaign". */
            public level: string;

            /** CapRule actions. */
            public actions: string[];

            /** Length, such as "90m", "6h" or "7d". */
            public rolling?: (string|null);

            /** CapRule calendar. */
            public calendar?: (tidemark.v1.ICapCalendar|null);

            /** CapRule maximum. */
            public maximum: number;

            /** Conditions by dimension name. */
            public where: { [k: string]: tidemark.v1.ICapCondition };

            /** CapRule window. */
            public window?: ("rolling"|"calendar");

            /**
             * Creates a new CapRule instance using the specified properties.
             * @param [properties] Properties to set
             * @returns CapRule instance
             */
            public static create(properties?: tidemark.v1.ICapRule): tidemark.v1.CapRule;

            /**
             * Encodes the specified CapRule message. Does not implicitly {@link tidemark.v1.CapRule.verify|verify} messages.
             * @param message CapRule message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            public static encode(message: tidemark.v1.ICapRule, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a CapRule message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns CapRule
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): tidemark.v1.CapRule;

            /**
             * Creates a CapRule message from a plain object. Also converts values to their respective internal types.
             * @param object Plain object
             * @returns CapRule
             */
            public static fromObject(object: { [k: string]: any }): tidemark.v1.CapRule;

            /**
             * Creates a plain object from a CapRule message. Also converts values to other types if specified.
             * @param message CapRule
             * @param [options] Conversion options
             * @returns Plain object
             */
            public static toObject(message: tidemark.v1.CapRule, options?: $protobuf.IConversionOptions): { [k: string]: any };

            /**
             * Converts this CapRule to JSON.
             * @returns JSON object
             */
            public toJSON(): { [k: string]: any };
        }

        /** Properties of a CapCalendar. */
        interface ICapCalendar {

            /** CapCalendar hours */
            hours?: (number|null);

            /** CapCalendar days */
            days?: (number|null);

            /** Weeks begin on Mondays. */
            weeks?: (number|null);

            /** CapCalendar months */
            months?: (number|null);

            /** IANA time zone. */
            timeZone?: (string|null);
        }

        /** Exactly one of the units is set. */
        class CapCalendar implements ICapCalendar {

            /**
             * Constructs a new CapCalendar.
             * @param [properties] Properties to set
             */
            constructor(properties?: tidemark.v1.ICapCalendar);

            /** CapCalendar hours. */
            public hours: number;

            /** CapCalendar days. */
            public days: number;

            /** Weeks begin on Mondays. */
            public weeks: number;

            /** CapCalendar months. */
            public months: number;

            /** IANA time zone. */
            public timeZone: string;

            /**
             * Creates a new CapCalendar instance using the specified properties.
             * @param [properties] Properties to set
             * @returns CapCalendar instance
             */
            public static create(properties?: tidemark.v1.ICapCalendar): tidemark.v1.CapCalendar;

            /**
             * Encodes the specified CapCalendar message. Does not implicitly {@link tidemark.v1.CapCalendar.verify|verify} messages.
             * @param message CapCalendar message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            public static encode(message: tidemark.v1.ICapCalendar, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a CapCalendar message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns CapCalendar
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): tidemark.v1.CapCalendar;

            /**
             * Creates a CapCalendar message from a plain object. Also converts values to their respective internal types.
             * @param object Plain object
             * @returns CapCalendar
             */
            public static fromObject(object: { [k: string]: any }): tidemark.v1.CapCalendar;

            /**
             * Creates a plain object from a CapCalendar message. Also converts values to other types if specified.
             * @param message CapCalendar
             * @param [options] Conversion options
             * @returns Plain object
             */
            public static toObject(message: tidemark.v1.CapCalendar, options?: $protobuf.IConversionOptions): { [k: string]: any };

            /**
             * Converts this CapCalendar to JSON.
             * @returns JSON object
             */
            public toJSON(): { [k: string]: any };
        }

        /** Properties of a CapCondition. */
        interface ICapCondition {

            /** Empty: any value. */
            "in"?: (string[]|null);

            /** Whether events without the dimension count too. */
            optional?: (boolean|null);
        }

        /** Represents a CapCondition. */
        class CapCondition implements ICapCondition {

            /**
             * Constructs a new CapCondition.
             * @param [properties] Properties to set
             */
            constructor(properties?: tidemark.v1.ICapCondition);

            /** Empty: any value. */
            public in: string[];

            /** Whether events without the dimension count too. */
            public optional: boolean;

            /**
             * Creates a new CapCondition instance using the specified properties.
             * @param [properties] Properties to set
             * @returns CapCondition instance
             */
            public static create(properties?: tidemark.v1.ICapCondition): tidemark.v1.CapCondition;

            /**
             * Encodes the specified CapCondition message. Does not implicitly {@link tidemark.v1.CapCondition.verify|verify} messages.
             * @param message CapCondition message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            public static encode(message: tidemark.v1.ICapCondition, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a CapCondition message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns CapCondition
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): tidemark.v1.CapCondition;

            /**
             * Creates a CapCondition message from a plain object. Also converts values to their respective internal types.
             * @param object Plain object
             * @returns CapCondition
             */
            public static fromObject(object: { [k: string]: any }): tidemark.v1.CapCondition;

            /**
             * Creates a plain object from a CapCondition message. Also converts values to other types if specified.
             * @param message CapCondition
             * @param [options] Conversion options
             * @returns Plain object
             */
            public static toObject(message: tidemark.v1.CapCondition, options?: $protobuf.IConversionOptions): { [k: string]: any };

            /**
             * Converts this CapCondition to JSON.
             * @returns JSON object
             */
            public toJSON(): { [k: string]: any };
        }

        /** Properties of a CapReserve. */
        interface ICapReserve {

            /** CapReserve action */
            action?: (string|null);

            /** Lifetime. 0: one minute. */
            ttlSeconds?: (number|null);
        }

        /** Represents a CapReserve. */
        class CapReserve implements ICapReserve {

            /**
             * Constructs a new CapReserve.
             * @param [properties] Properties to set
             */
            constructor(properties?: tidemark.v1.ICapReserve);

            /** CapReserve action. */
            public action: string;

            /** Lifetime. 0: one minute. */
            public ttlSeconds: number;

            /**
             * Creates a new CapReserve instance using the specified properties.
             * @param [properties] Properties to set
             * @returns CapReserve instance
             */
            public static create(properties?: tidemark.v1.ICapReserve): tidemark.v1.CapReserve;

            /**
             * Encodes the specified CapReserve message. Does not implicitly {@link tidemark.v1.CapReserve.verify|verify} messages.
             * @param message CapReserve message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            public static encode(message: tidemark.v1.ICapReserve, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a CapReserve message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns CapReserve
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): tidemark.v1.CapReserve;

            /**
             * Creates a CapReserve message from a plain object. Also converts values to their respective internal types.
             * @param object Plain object
             * @returns CapReserve
             */
            public static fromObject(object: { [k: string]: any }): tidemark.v1.CapReserve;

            /**
             * Creates a plain object from a CapReserve message. Also converts values to other types if specified.
             * @param message CapReserve
             * @param [options] Conversion options
             * @returns Plain object
             */
            public static toObject(message: tidemark.v1.CapReserve, options?: $protobuf.IConversionOptions): { [k: string]: any };

            /**
             * Converts this CapReserve to JSON.
             * @returns JSON object
             */
            public toJSON(): { [k: string]: any };
        }

        /** Properties of a CapCheckAnswer. */
        interface ICapCheckAnswer {

            /** CapCheckAnswer userId */
            userId?: (string|null);

            /** CapCheckAnswer asOfMs */
            asOfMs?: (number|null);

            /** One per candidate, in their order. */
            candidates?: (tidemark.v1.ICapVerdict[]|null);

            /** Token for the next read. */
            token?: (string|null);

            /** DataTypes that are left out. No event then counts. */
            omitted?: (tidemark.v1.IOmission[]|null);
        }

        /** Represents a CapCheckAnswer. */
        class CapCheckAnswer implements ICapCheckAnswer {

            /**
             * Constructs a new CapCheckAnswer.
             * @param [properties] Properties to set
             */
            constructor(properties?: tidemark.v1.ICapCheckAnswer);

            /** CapCheckAnswer userId. */
            public userId: string;

            /** CapCheckAnswer asOfMs. */
            public asOfMs: number;

            /** One per candidate, in their order. */
            public candidates: tidemark.v1.ICapVerdict[];

            /** Token for the next read. */
            public token: string;

            /** DataTypes that are left out. No event then counts. */
            public omitted: tidemark.v1.IOmission[];

            /**
             * Creates a new CapCheckAnswer instance using the specified properties.
             * @param [properties] Properties to set
             * @returns CapCheckAnswer instance
             */
            public static create(properties?: tidemark.v1.ICapCheckAnswer): tidemark.v1.CapCheckAnswer;

            /**
             * Encodes the specified CapCheckAnswer message. Does not implicitly {@link tidemark.v1.CapCheckAnswer.verify|verify} messages.
             * @param message CapCheckAnswer message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            public static encode(message: tidemark.v1.ICapCheckAnswer, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a CapCheckAnswer message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns CapCheckAnswer
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): tidemark.v1.CapCheckAnswer;

            /**
             * Creates a CapCheckAnswer message from a plain object. Also converts values to their respective internal types.
             * @param object Plain object
             * @returns CapCheckAnswer
             */
            public static fromObject(object: { [k: string]: any }): tidemark.v1.CapCheckAnswer;

            /**
             * Creates a plain object from a CapCheckAnswer message. Also converts values to other types if specified.
             * @param message CapCheckAnswer
             * @param [options] Conversion options
             * @returns Plain object
             */
            public static toObject(message: tidemark.v1.CapCheckAnswer, options?: $protobuf.IConversionOptions): { [k: string]: any };

            /**
             * Converts this CapCheckAnswer to JSON.
             * @returns JSON object
             */
            public toJSON(): { [k: string]: any };
        }

        /** Properties of a CapVerdict. */
        interface ICapVerdict {

            /** CapVerdict id */
            id?: (string|null);

            /** CapVerdict allowed */
            allowed?: (boolean|null);

            /** Number of events that would still be allowed now. Absent if no rule applies. */
            remaining?: (number|null);

            /** CapVerdict blockedBy */
            blockedBy?: (tidemark.v1.ICapBlocking[]|null);

            /** Milliseconds since the Unix epoch. Absent: never, or the candidate is allowed. */
            freesUpAtMs?: (number|null);

            /** CapVerdict reservation */
            reservation?: (tidemark.v1.ICapReservation|null);
        }

        /** Represents a CapVerdict. */
        class CapVerdict implements ICapVerdict {

            /**
             * Constructs a new CapVerdict.
             * @param [properties] Properties to set
             */
            constructor(properties?: tidemark.v1.ICapVerdict);

            /** CapVerdict id. */
            public id: string;

            /** CapVerdict allowed. */
            public allowed: boolean;

            /** Number of events that would still be allowed now. Absent if no rule applies. */
            public remaining?: (number|null);

            /** CapVerdict blockedBy. */
            public blockedBy: tidemark.v1.ICapBlocking[];

            /** Milliseconds since the Unix epoch. Absent: never, or the candidate is allowed. */
            public freesUpAtMs?: (number|null);

            /** CapVerdict reservation. */
            public reservation?: (tidemark.v1.ICapReservation|null);

            /** CapVerdict _remaining. */
            public _remaining?: "remaining";

            /** CapVerdict _freesUpAtMs. */
            public _freesUpAtMs?: "freesUpAtMs";

            /**
             * Creates a new CapVerdict instance using the specified properties.
             * @param [properties] Properties to set
             * @returns CapVerdict instance
             */
            public static create(properties?: tidemark.v1.ICapVerdict): tidemark.v1.CapVerdict;

            /**
             * Encodes the specified CapVerdict message. Does not implicitly {@link tidemark.v1.CapVerdict.verify|verify} messages.
             * @param message CapVerdict message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            public static encode(message: tidemark.v1.ICapVerdict, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a CapVerdict message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns CapVerdict
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): tidemark.v1.CapVerdict;

            /**
             * Creates a CapVerdict message from a plain object. Also converts values to their respective internal types.
             * @param object Plain object
             * @returns CapVerdict
             */
            public static fromObject(object: { [k: string]: any }): tidemark.v1.CapVerdict;

            /**
             * Creates a plain object from a CapVerdict message. Also converts values to other types if specified.
             * @param message CapVerdict
             * @param [options] Conversion options
             * @returns Plain object
             */
            public static toObject(message: tidemark.v1.CapVerdict, options?: $protobuf.IConversionOptions): { [k: string]: any };

            /**
             * Converts this CapVerdict to JSON.
             * @returns JSON object
             */
            public toJSON(): { [k: string]: any };
        }

        /** Properties of a CapBlocking. */
        interface ICapBlocking {

            /** CapBlocking rule */
            rule?: (string|null);

            /** CapBlocking level */
            level?: (string|null);

            /** CapBlocking entityId */
            entityId?: (string|null);

            /** CapBlocking count */
            count?: (number|null);

            /** CapBlocking maximum */
            maximum?: (number|null);

            /** Absent: never. */
            freesUpAtMs?: (number|null);
        }

        /** Represents a CapBlocking. */
        class CapBlocking implements ICapBlocking {

            /**
             * Constructs a new CapBlocking.
             * @param [properties] Properties to set
             */
            constructor(properties?: tidemark.v1.ICapBlocking);

            /** CapBlocking rule. */
            public rule: string;

            /** CapBlocking level. */
            public level: string;

            /** CapBlocking entityId. */
            public entityId: string;

            /** CapBlocking count. */
            public count: number;

            /** CapBlocking maximum. */
            public maximum: number;

            /** Absent: never. */
            public freesUpAtMs?: (number|null);

            /** CapBlocking _freesUpAtMs. */
            public _freesUpAtMs?: "freesUpAtMs";

            /**
             * Creates a new CapBlocking instance using the specified properties.
             * @param [properties] Properties to set
             * @returns CapBlocking instance
             */
            public static create(properties?: tidemark.v1.ICapBlocking): tidemark.v1.CapBlocking;

            /**
             * Encodes the specified CapBlocking message. Does not implicitly {@link tidemark.v1.CapBlocking.verify|verify} messages.
             * @param message CapBlocking message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            public static encode(message: tidemark.v1.ICapBlocking, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a CapBlocking message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns CapBlocking
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): tidemark.v1.CapBlocking;

            /**
             * Creates a CapBlocking message from a plain object. Also converts values to their respective internal types.
             * @param object Plain object
             * @returns CapBlocking
             */
            public static fromObject(object: { [k: string]: any }): tidemark.v1.CapBlocking;

            /**
             * Creates a plain object from a CapBlocking message. Also converts values to other types if specified.
             * @param message CapBlocking
             * @param [options] Conversion options
             * @returns Plain object
             */
            public static toObject(message: tidemark.v1.CapBlocking, options?: $protobuf.IConversionOptions): { [k: string]: any };

            /**
             * Converts this CapBlocking to JSON.
             * @returns JSON object
             */
            public toJSON(): { [k: string]: any };
        }

        /** Properties of a CapReservation. */
        interface ICapReservation {

            /** CapReservation id */
            id?: (string|null);

            /** CapReservation expiresAtMs */
            expiresAtMs?: (number|null);
        }

        /** Represents a CapReservation. */
        class CapReservation implements ICapReservation {

            /**
             * Constructs a new CapReservation.
             * @param [properties] Properties to set
             */
            constructor(properties?: tidemark.v1.ICapReservation);

            /** CapReservation id. */
            public id: string;

            /** CapReservation expiresAtMs. */
            public expiresAtMs: number;

            /**
             * Creates a new CapReservation instance using the specified properties.
             * @param [properties] Properties to set
             * @returns CapReservation instance
             */
            public static create(properties?: tidemark.v1.ICapReservation): tidemark.v1.CapReservation;

            /**
             * Encodes the specified CapReservation message. Does not implicitly {@link tidemark.v1.CapReservation.verify|verify} messages.
             * @param message CapReservation message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            public static encode(message: tidemark.v1.ICapReservation, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a CapReservation message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns CapReservation
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): tidemark.v1.CapReservation;

            /**
             * Creates a CapReservation message from a plain object. Also converts values to their respective internal types.
             * @param object Plain object
             * @returns CapReservation
             */
            public static fromObject(object: { [k: string]: any }): tidemark.v1.CapReservation;

            /**
             * Creates a plain object from a CapReservation message. Also converts values to other types if specified.
             * @param message CapReservation
             * @param [options] Conversion options
             * @returns Plain object
             */
            public static toObject(message: tidemark.v1.CapReservation, options?: $protobuf.IConversionOptions): { [k: string]: any };

            /**
             * Converts this CapReservation to JSON.
             * @returns JSON object
             */
            public toJSON(): { [k: string]: any };
        }

        /** Properties of a CapRelease. */
        interface ICapRelease {

            /** Empty: the default DataType. */
            dataType?: (string|null);

            /** CapRelease userId */
            userId?: (string|null);

            /** Ids of reservations. */
            reservations?: (string[]|null);
        }

        /** Request of `Caps.Release`. The fields are those of the body of `POST /v1/caps:release`. */
        class CapRelease implements ICapRelease {

            /**
             * Constructs a new CapRelease.
             * @param [properties] Properties to set
             */
            constructor(properties?: tidemark.v1.ICapRelease);

            /** Empty: the default DataType. */
            public dataType: string;

            /** CapRelease userId. */
            public userId: string;

            /** Ids of reservations. */
            public reservations: string[];

            /**
             * Creates a new CapRelease instance using the specified properties.
             * @param [properties] Properties to set
             * @returns CapRelease instance
             */
            public static create(properties?: tidemark.v1.ICapRelease): tidemark.v1.CapRelease;

            /**
             * Encodes the specified CapRelease message. Does not implicitly {@link tidemark.v1.CapRelease.verify|verify} messages.
             * @param message CapRelease message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            public static encode(message: tidemark.v1.ICapRelease, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a CapRelease message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns CapRelease
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): tidemark.v1.CapRelease;

            /**
             * Creates a CapRelease message from a plain object. Also converts values to their respective internal types.
             * @param object Plain object
             * @returns CapRelease
             */
            public static fromObject(object: { [k: string]: any }): tidemark.v1.CapRelease;

            /**
             * Creates a plain object from a CapRelease message. Also converts values to other types if specified.
             * @param message CapRelease
             * @param [options] Conversion options
             * @returns Plain object
             */
            public static toObject(message: tidemark.v1.CapRelease, options?: $protobuf.IConversionOptions): { [k: string]: any };

            /**
             * Converts this CapRelease to JSON.
             * @returns JSON object
             */
            public toJSON(): { [k: string]: any };
        }

        /** Properties of a CapReleaseAnswer. */
        interface ICapReleaseAnswer {

            /** CapReleaseAnswer userId */
            userId?: (string|null);

            /** Ids of the released reservations. */
            released?: (string[]|null);

            /** Ids of reservations that do not exist, such as expired ones. */
            notFound?: (string[]|null);
        }

        /** Represents a CapReleaseAnswer. */
        class CapReleaseAnswer implements ICapReleaseAnswer {

            /**
             * Constructs a new CapReleaseAnswer.
             * @param [properties] Properties to set
             */
            constructor(properties?: tidemark.v1.ICapReleaseAnswer);

            /** CapReleaseAnswer userId. */
            public userId: string;

            /** Ids of the released reservations. */
            public released: string[];

            /** Ids of reservations that do not exist, such as expired ones. */
            public notFound: string[];

            /**
             * Creates a new CapReleaseAnswer instance using the specified properties.
             * @param [properties] Properties to set
             * @returns CapReleaseAnswer instance
             */
            public static create(properties?: tidemark.v1.ICapReleaseAnswer): tidemark.v1.CapReleaseAnswer;

            /**
             * Encodes the specified CapReleaseAnswer message. Does not implicitly {@link tidemark.v1.CapReleaseAnswer.verify|verify} messages.
             * @param message CapReleaseAnswer message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            public static encode(message: tidemark.v1.ICapReleaseAnswer, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a CapReleaseAnswer message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns CapReleaseAnswer
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): tidemark.v1.CapReleaseAnswer;

            /**
             * Creates a CapReleaseAnswer message from a plain object. Also converts values to their respective internal types.
             * @param object Plain object
             * @returns CapReleaseAnswer
             */
            public static fromObject(object: { [k: string]: any }): tidemark.v1.CapReleaseAnswer;

            /**
             * Creates a plain object from a CapReleaseAnswer message. Also converts values to other types if specified.
             * @param message CapReleaseAnswer
             * @param [options] Conversion options
             * @returns Plain object
             */
            public static toObject(message: tidemark.v1.CapReleaseAnswer, options?: $protobuf.IConversionOptions): { [k: string]: any };

            /**
             * Converts this CapReleaseAnswer to JSON.
             * @returns JSON object
             */
            public toJSON(): { [k: string]: any };
        }

        /** Properties of a StoredReservation. */
        interface IStoredReservation {

            /** Family of the DataType. */
            dataType?: (string|null);

            /** Code of the action. */
            action?: (number|null);

            /** StoredReservation expiresAtMs */
            expiresAtMs?: (number|null);

            /** Canonical ids by the field numbers of the event's message. */
            dimensions?: ({ [k: string]: string }|null);
        }

        /**
         * Cell of the family `_rsv`: an allowed event that has not arrived yet. The column is its id, and the timestamp is the
         * time of the reservation.
         */
        class StoredReservation implements IStoredReservation {

            /**
             * Constructs a new StoredReservation.
             * @param [properties] Properties to set
             */
            constructor(properties?: tidemark.v1.IStoredReservation);

            /** Family of the DataType. */
            public dataType: string;

            /** Code of the action. */
            public action: number;

            /** StoredReservation expiresAtMs. */
            public expiresAtMs: number;

            /** Canonical ids by the field numbers of the event's message. */
            public dimensions: { [k: string]: string };

            /**
             * Creates a new StoredReservation instance using the specified properties.
             * @param [properties] Properties to set
             * @returns StoredReservation instance
             */
            public static create(properties?: tidemark.v1.IStoredReservation): tidemark.v1.StoredReservation;

            /**
             * Encodes the specified StoredReservation message. Does not implicitly {@link tidemark.v1.StoredReservation.verify|verify} messages.
             * @param message StoredReservation message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            public static encode(message: tidemark.v1.IStoredReservation, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a StoredReservation message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns StoredReservation
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): tidemark.v1.StoredReservation;

            /**
             * Creates a StoredReservation message from a plain object. Also converts values to their respective internal types.
             * @param object Plain object
             * @returns StoredReservation
             */
            public static fromObject(object: { [k: string]: any }): tidemark.v1.StoredReservation;

            /**
             * Creates a plain object from a StoredReservation message. Also converts values to other types if specified.
             * @param message StoredReservation
             * @param [options] Conversion options
             * @returns Plain object
             */
            public static toObject(message: tidemark.v1.StoredReservation, options?: $protobuf.IConversionOptions): { [k: string]: any };

            /**
             * Converts this StoredReservation to JSON.
             * @returns JSON object
             */
            public toJSON(): { [k: string]: any };
        }

        /** Properties of an Omission. */
        interface IOmission {

            /** Family of the DataType. */
            dataType?: (string|null);

            /** Purpose of the DataType, which the user has not allowed. */
            purpose?: (string|null);

            /** Why it is left out: "no_consent". */
            reason?: (string|null);
        }

        /** A DataType that an answer leaves out. */
        class Omission implements IOmission {

            /**
             * Constructs a new Omission.
             * @param [properties] Properties to set
             */
            constructor(properties?: tidemark.v1.IOmission);

            /** Family of the DataType. */
            public dataType: string;

            /** Purpose of the DataType, which the user has not allowed. */
            public purpose: string;

            /** Why it is left out: "no_consent". */
            public reason: string;

            /**
             * Creates a new Omission instance using the specified properties.
             * @param [properties] Properties to set
             * @returns Omission instance
             */
            public static create(properties?: tidemark.v1.IOmission): tidemark.v1.Omission;

            /**
             * Encodes the specified Omission message. Does not implicitly {@link tidemark.v1.Omission.verify|verify} messages.
             * @param message Omission message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            public static encode(message: tidemark.v1.IOmission, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes an Omission message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns Omission
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): tidemark.v1.Omission;

            /**
             * Creates an Omission message from a plain object. Also converts values to their respective internal types.
             * @param object Plain object
             * @returns Omission
             */
            public static fromObject(object: { [k: string]: any }): tidemark.v1.Omission;

            /**
             * Creates a plain object from an Omission message. Also converts values to other types if specified.
             * @param message Omission
             * @param [options] Conversion options
             * @returns Plain object
             */
            public static toObject(message: tidemark.v1.Omission, options?: $protobuf.IConversionOptions): { [k: string]: any };

            /**
             * Converts this Omission to JSON.
             * @returns JSON object
             */
            public toJSON(): { [k: string]: any };
        }

        /** Properties of a CountQuery. */
        interface ICountQuery {

            /** CountQuery userId */
            userId?: (string|null);

            /** CountQuery dataType */
            dataType?: (string|null);

            /** CountQuery actions */
            actions?: (string[]|null);

            /** Conditions by dimension name, such as "viewType". */
            where?: ({ [k: string]: tidemark.v1.ICountCondition }|null);

            /** Entities by level name, such as "campaign". */
            entities?: ({ [k: string]: tidemark.v1.ICountedEntities }|null);

            /** CountQuery windows */
            windows?: (tidemark.v1.ICountWindow[]|null);

            /** "action", and names of dimensions. */
            groupBy?: (string[]|null);

            /** Milliseconds since the Unix epoch; absent: now. */
            asOfMs?: (number|null);

            /** CountQuery explain */
            explain?: (boolean|null);
        }

        /**
         * Body of `POST /v1/counts:query`. The fields are those of the JSON form, which docs/events-and-counts.md describes.
         * Empty fields have their defaults.
         */
        class CountQuery implements ICountQuery {

            /**
             * Constructs a new CountQuery.
             * @param [properties] Properties to set
             */
            constructor(properties?: tidemark.v1.ICountQuery);

            /** CountQuery userId. */
            public userId: string;

            /** CountQuery dataType. */
            public dataType: string;

            /** CountQuery actions. */
            public actions: string[];

            /** Conditions by dimension name, such as "viewType". */
            public where: { [k: string]: tidemark.v1.ICountCondition };

            /** Entities by level name, such as "campaign". */
            public entities: { [k: string]: tidemark.v1.ICountedEntities };

            /** CountQuery windows. */
            public windows: tidemark.v1.ICountWindow[];

            /** "action", and names of dimensions. */
            public groupBy: string[];

            /** Milliseconds since the Unix epoch; absent: now. */
            public asOfMs?: (number|null);

            /** CountQuery explain. */
            public explain: boolean;

            /** CountQuery _asOfMs. */
            public _asOfMs?: "asOfMs";

            /**
             * Creates a new CountQuery instance using the specified properties.
             * @param [properties] Properties to set
             * @returns CountQuery instance
             */
            public static create(properties?: tidemark.v1.ICountQuery): tidemark.v1.CountQuery;

            /**
             * Encodes the specified CountQuery message. Does not implicitly {@link tidemark.v1.CountQuery.verify|verify} messages.
             * @param message CountQuery message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            public static encode(message: tidemark.v1.ICountQuery, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a CountQuery message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns CountQuery
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): tidemark.v1.CountQuery;

            /**
             * Creates a CountQuery message from a plain object. Also converts values to their respective internal types.
             * @param object Plain object
             * @returns CountQuery
             */
            public static fromObject(object: { [k: string]: any }): tidemark.v1.CountQuery;

            /**
             * Creates a plain object from a CountQuery message. Also converts values to other types if specified.
             * @param message CountQuery
             * @param [options] Conversion options
             * @returns Plain object
             */
            public static toObject(message: tidemark.v1.CountQuery, options?: $protobuf.IConversionOptions): { [k: string]: any };

            /**
             * Converts this CountQuery to JSON.
             * @returns JSON object
             */
            public toJSON(): { [k: string]: any };
        }

        /** Properties of a BatchCountQuery. */
        interface IBatchCountQuery {

            /** BatchCountQuery users */
            users?: (string[]|null);

            /** Query for all users. `user_id` is empty. */
            query?: (tidemark.v1.ICountQuery|null);
        }

        /** Body of `POST /v1/counts:batchQuery`. */
        class BatchCountQuery implements IBatchCountQuery {

            /**
             * Constructs a new BatchCountQuery.
             * @param [properties] Properties to set
             */
            constructor(properties?: tidemark.v1.IBatchCountQuery);

            /** BatchCountQuery users. */
            public users: string[];

            /** Query for all users. `user_id` is empty. */
            public query?: (tidemark.v1.ICountQuery|null);

            /**
             * Creates a new BatchCountQuery instance using the specified properties.
             * @param [properties] Properties to set
             * @returns BatchCountQuery instance
             */
            public static create(properties?: tidemark.v1.IBatchCountQuery): tidemark.v1.BatchCountQuery;

            /**
             * Encodes the specified BatchCountQuery message. Does not implicitly {@link tidemark.v1.BatchCountQuery.verify|verify} messages.
             * @param message BatchCountQuery message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            public static encode(message: tidemark.v1.IBatchCountQuery, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a BatchCountQuery message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns BatchCountQuery
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): tidemark.v1.BatchCountQuery;

            /**
             * Creates a BatchCountQuery message from a plain object. Also converts values to their respective internal types.
             * @param object Plain object
             * @returns BatchCountQuery
             */
            public static fromObject(object: { [k: string]: any }): tidemark.v1.BatchCountQuery;

            /**
             * Creates a plain object from a BatchCountQuery message. Also converts values to other types if specified.
             * @param message BatchCountQuery
             * @param [options] Conversion options
             * @returns Plain object
             */
            public static toObject(message: tidemark.v1.BatchCountQuery, options?: $protobuf.IConversionOptions): { [k: string]: any };

            /**
             * Converts this BatchCountQuery to JSON.
             * @returns JSON object
             */
            public toJSON(): { [k: string]: any };
        }

        /** Properties of a CountCondition. */
        interface ICountCondition {

            /** Empty: any value. */
            "in"?: (string[]|null);

            /** Whether events without the dimension count too. */
            optional?: (boolean|null);
        }

        /** Represents a CountCondition. */
        class CountCondition implements ICountCondition {

            /**
             * Constructs a new CountCondition.
             * @param [properties] Properties to set
             */
            constructor(properties?: tidemark.v1.ICountCondition);

            /** Empty: any value. */
            public in: string[];

            /** Whether events without the dimension count too. */
            public optional: boolean;

            /**
             * Creates a new CountCondition instance using the specified properties.
             * @param [properties] Properties to set
             * @returns CountCondition instance
             */
            public static create(properties?: tidemark.v1.ICountCondition): tidemark.v1.CountCondition;

            /**
             * Encodes the specified CountCondition message. Does not implicitly {@link tidemark.v1.CountCondition.verify|verify} messages.
             * @param message CountCondition message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            public static encode(message: tidemark.v1.ICountCondition, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a CountCondition message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns CountCondition
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): tidemark.v1.CountCondition;

            /**
             * Creates a CountCondition message from a plain object. Also converts values to their respective internal types.
             * @param object Plain object
             * @returns CountCondition
             */
            public static fromObject(object: { [k: string]: any }): tidemark.v1.CountCondition;

            /**
             * Creates a plain object from a CountCondition message. Also converts values to other types if specified.
             * @param message CountCondition
             * @param [options] Conversion options
             * @returns Plain object
             */
            public static toObject(message: tidemark.v1.CountCondition, options?: $protobuf.IConversionOptions): { [k: string]: any };

            /**
             * Converts this CountCondition to JSON.
             * @returns JSON object
             */
            public toJSON(): { [k: string]: any };
        }

        /** Properties of a CountedEntities. */
        interface ICountedEntities {

            /** CountedEntities ids */
            ids?: (string[]|null);

            /** All entities that occur, instead of the listed ones. */
            all?: (boolean|null);
        }

        /** Represents a CountedEntities. */
        class CountedEntities implements ICountedEntities {

            /**
             * Constructs a new CountedEntities.
             * @param [properties] Properties to set
             */
            constructor(properties?: tidemark.v1.ICountedEntities);

            /** CountedEntities ids. */
            public ids: string[];

            /** All entities that occur, instead of the listed ones. */
            public all: boolean;

            /**
             * Creates a new CountedEntities instance using the specified properties.
             * @param [properties] Properties to set
             * @returns CountedEntities instance
             */
            public static create(properties?: tidemark.v1.ICountedEntities): tidemark.v1.CountedEntities;

            /**
             * Encodes the specified CountedEntities message. Does not implicitly {@link tidemark.v1.CountedEntities.verify|verify} messages.
             * @param message CountedEntities message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            public static encode(message: tidemark.v1.ICountedEntities, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a CountedEntities message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns CountedEntities
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): tidemark.v1.CountedEntities;

            /**
             * Creates a CountedEntities message from a plain object. Also converts values to their respective internal types.
             * @param object Plain object
             * @returns CountedEntities
             */
            public static fromObject(object: { [k: string]: any }): tidemark.v1.CountedEntities;

            /**
             * Creates a plain object from a CountedEntities message. Also converts values to other types if specified.
             * @param message CountedEntities
             * @param [options] Conversion options
             * @returns Plain object
             */
            public static toObject(message: tidemark.v1.CountedEntities, options?: $protobuf.IConversionOptions): { [k: string]: any };

            /**
             * Converts this CountedEntities to JSON.
             * @returns JSON object
             */
            public toJSON(): { [k: string]: any };
        }

        /** Properties of a CountWindow. */
        interface ICountWindow {

            /** Length, such as "90m", "6h" or "7d". */
            rolling?: (string|null);

            /** CountWindow absolute */
            absolute?: (tidemark.v1.IAbsoluteWindow|null);

            /** CountWindow calendar */
            calendar?: (tidemark.v1.ICalendarWindow|null);
        }

        /** Represents a CountWindow. */
        class CountWindow implements ICountWindow {

            /**
             * Constructs a new CountWindow.
             * @param [properties] Properties to set
             */
            constructor(properties?: tidemark.v1.ICountWindow);

            /** Length, such as "90m", "6h" or "7d". */
            public rolling?: (string|null);

            /** CountWindow absolute. */
            public absolute?: (tidemark.v1.IAbsoluteWindow|null);

            /** CountWindow calendar. */
            public calendar?: (tidemark.v1.ICalendarWindow|null);

            /** CountWindow window. */
            public window?: ("rolling"|"absolute"|"calendar");

            /**
             * Creates a new CountWindow instance using the specified properties.
             * @param [properties] Properties to set
             * @returns CountWindow instance
             */
            public static create(properties?: tidemark.v1.ICountWindow): tidemark.v1.CountWindow;

            /**
             * Encodes the specified CountWindow message. Does not implicitly {@link tidemark.v1.CountWindow.verify|verify} messages.
             * @param message CountWindow message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            public static encode(message: tidemark.v1.ICountWindow, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a CountWindow message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns CountWindow
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): tidemark.v1.CountWindow;

            /**
             * Creates a CountWindow message from a plain object. Also converts values to their respective internal types.
             * @param object Plain object
             * @returns CountWindow
             */
            public static fromObject(object: { [k: string]: any }): tidemark.v1.CountWindow;

            /**
             * Creates a plain object from a CountWindow message. Also converts values to other types if specified.
             * @param message CountWindow
             * @param [options] Conversion options
             * @returns Plain object
             */
            public static toObject(message: tidemark.v1.CountWindow, options?: $protobuf.IConversionOptions): { [k: string]: any };

            /**
             * Converts this CountWindow to JSON.
             * @returns JSON object
             */
            public toJSON(): { [k: string]: any };
        }

        /** Properties of an AbsoluteWindow. */
        interface IAbsoluteWindow {

            /** AbsoluteWindow fromMs */
            fromMs?: (number|null);

            /** AbsoluteWindow toMs */
            toMs?: (number|null);

            /** AbsoluteWindow name */
            name?: (string|null);
        }

        /** Represents an AbsoluteWindow. */
        class AbsoluteWindow implements IAbsoluteWindow {

            /**
             * Constructs a new AbsoluteWindow.
             * @param [properties] Properties to set
             */
            constructor(properties?: tidemark.v1.IAbsoluteWindow);

            /** AbsoluteWindow fromMs. */
            public fromMs: number;

            /** AbsoluteWindow toMs. */
            public toMs: number;

            /** AbsoluteWindow name. */
            public name: string;

            /**
             * Creates a new AbsoluteWindow instance using the specified properties.
             * @param [properties] Properties to set
             * @returns AbsoluteWindow instance
             */
            public static create(properties?: tidemark.v1.IAbsoluteWindow): tidemark.v1.AbsoluteWindow;

            /**
             * Encodes the specified AbsoluteWindow message. Does not implicitly {@link tidemark.v1.AbsoluteWindow.verify|verify} messages.
             * @param message AbsoluteWindow message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            public static encode(message: tidemark.v1.IAbsoluteWindow, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes an AbsoluteWindow message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns AbsoluteWindow
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): tidemark.v1.AbsoluteWindow;

            /**
             * Creates an AbsoluteWindow message from a plain object. Also converts values to their respective internal types.
             * @param object Plain object
             * @returns AbsoluteWindow
             */
            public static fromObject(object: { [k: string]: any }): tidemark.v1.AbsoluteWindow;

            /**
             * Creates a plain object from an AbsoluteWindow message. Also converts values to other types if specified.
             * @param message AbsoluteWindow
             * @param [options] Conversion options
             * @returns Plain object
             */
            public static toObject(message: tidemark.v1.AbsoluteWindow, options?: $protobuf.IConversionOptions): { [k: string]: any };

            /**
             * Converts this AbsoluteWindow to JSON.
             * @returns JSON object
             */
            public toJSON(): { [k: string]: any };
        }

        /** Properties of a CalendarWindow. */
        interface ICalendarWindow {

            /** CalendarWindow hours */
            hours?: (number|null);

            /** CalendarWindow days */
            days?: (number|null);

            /** CalendarWindow weeks */
            weeks?: (number|null);

            /** CalendarWindow months */
            months?: (number|null);

            /** IANA time zone. */
            timeZone?: (string|null);

            /** CalendarWindow name */
            name?: (string|null);
        }

        /** The period that contains `as_of_ms` and those before it. */
        class CalendarWindow implements ICalendarWindow {

            /**
             * Constructs a new CalendarWindow.
             * @param [properties] Properties to set
             */
            constructor(properties?: tidemark.v1.ICalendarWindow);

            /** CalendarWindow hours. */
            public hours?: (number|null);

            /** CalendarWindow days. */
            public days?: (number|null);

            /** CalendarWindow weeks. */
            public weeks?: (number|null);

            /** CalendarWindow months. */
            public months?: (number|null);

            /** IANA time zone. */
            public timeZone: string;

            /** CalendarWindow name. */
            public name: string;

            /** CalendarWindow length. */
            public length?: ("hours"|"days"|"weeks"|"months");

            /**
             * Creates a new CalendarWindow instance using the specified properties.
             * @param [properties] Properties to set
             * @returns CalendarWindow instance
             */
            public static create(properties?: tidemark.v1.ICalendarWindow): tidemark.v1.CalendarWindow;

            /**
             * Encodes the specified CalendarWindow message. Does not implicitly {@link tidemark.v1.CalendarWindow.verify|verify} messages.
             * @param message CalendarWindow message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            public static encode(message: tidemark.v1.ICalendarWindow, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a CalendarWindow message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns CalendarWindow
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): tidemark.v1.CalendarWindow;

            /**
             * Creates a CalendarWindow message from a plain object. Also converts values to their respective internal types.
             * @param object Plain object
             * @returns CalendarWindow
             */
            public static fromObject(object: { [k: string]: any }): tidemark.v1.CalendarWindow;

            /**
             * Creates a plain object from a CalendarWindow message. Also converts values to other types if specified.
             * @param message CalendarWindow
             * @param [options] Conversion options
             * @returns Plain object
             */
            public static toObject(message: tidemark.v1.CalendarWindow, options?: $protobuf.IConversionOptions): { [k: string]: any };

            /**
             * Converts this CalendarWindow to JSON.
             * @returns JSON object
             */
            public toJSON(): { [k: string]: any };
        }

        /** Properties of a CountAnswer. */
        interface ICountAnswer {

            /** CountAnswer userId */
            userId?: (string|null);

            /** Milliseconds since the Unix epoch. */
            asOfMs?: (number|null);

            /** Everything acknowledged before this time is counted. Absent: unknown. */
            completeUpToMs?: (number|null);

            /** CountAnswer windows */
            windows?: (tidemark.v1.ICountedWindow[]|null);

            /** Groups that occur. Empty without `group_by`. */
            groups?: (tidemark.v1.ICountGroup[]|null);

            /** CountAnswer total */
            total?: (tidemark.v1.ICountTally|null);

            /** CountAnswer levels */
            levels?: (tidemark.v1.ILevelCounts[]|null);

            /** Present only on request. */
            explain?: (tidemark.v1.ICountExplanation|null);

            /** DataTypes that are left out. All counts are then 0. */
            omitted?: (tidemark.v1.IOmission[]|null);
        }

        /** Counts in their tabular form: ids and windows occur once, and a count is a number in a list. */
        class CountAnswer implements ICountAnswer {

            /**
             * Constructs a new CountAnswer.
             * @param [properties] Properties to set
             */
            constructor(properties?: tidemark.v1.ICountAnswer);

            /** CountAnswer userId. */
            public userId: string;

            /** Milliseconds since the Unix epoch. */
            public asOfMs: number;

            /** Everything acknowledged before this time is counted. Absent: unknown. */
            public completeUpToMs?: (number|null);

            /** CountAnswer windows. */
            public windows: tidemark.v1.ICountedWindow[];

            /** Groups that occur. Empty without `group_by`. */
            public groups: tidemark.v1.ICountGroup[];

            /** CountAnswer total. */
            public total?: (tidemark.v1.ICountTally|null);

            /** CountAnswer levels. */
            public levels: tidemark.v1.ILevelCounts[];

            /** Present only on request. */
            public explain?: (tidemark.v1.ICountExplanation|null);

            /** DataTypes that are left out. All counts are then 0. */
            public omitted: tidemark.v1.IOmission[];

            /** CountAnswer _completeUpToMs. */
            public _completeUpToMs?: "completeUpToMs";

            /**
             * Creates a new CountAnswer instance using the specified properties.
             * @param [properties] Properties to set
             * @returns CountAnswer instance
             */
            public static create(properties?: tidemark.v1.ICountAnswer): tidemark.v1.CountAnswer;

            /**
             * Encodes the specified CountAnswer message. Does not implicitly {@link tidemark.v1.CountAnswer.verify|verify} messages.
             * @param message CountAnswer message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            public static encode(message: tidemark.v1.ICountAnswer, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a CountAnswer message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns CountAnswer
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): tidemark.v1.CountAnswer;

            /**
             * Creates a CountAnswer message from a plain object. Also converts values to their respective internal types.
             * @param object Plain object
             * @returns CountAnswer
             */
            public static fromObject(object: { [k: string]: any }): tidemark.v1.CountAnswer;

            /**
             * Creates a plain object from a CountAnswer message. Also converts values to other types if specified.
             * @param message CountAnswer
             * @param [options] Conversion options
             * @returns Plain object
             */
            public static toObject(message: tidemark.v1.CountAnswer, options?: $protobuf.IConversionOptions): { [k: string]: any };

            /**
             * Converts this CountAnswer to JSON.
             * @returns JSON object
             */
            public toJSON(): { [k: string]: any };
        }

        /** Properties of a BatchCountAnswer. */
        interface IBatchCountAnswer {

            /** BatchCountAnswer asOfMs */
            asOfMs?: (number|null);

            /** BatchCountAnswer completeUpToMs */
            completeUpToMs?: (number|null);

            /** Users in the order of the request. Windows and `as_of_ms` apply to all. */
            users?: (tidemark.v1.ICountedUser[]|null);

            /** BatchCountAnswer windows */
            windows?: (tidemark.v1.ICountedWindow[]|null);

            /** BatchCountAnswer explain */
            explain?: (tidemark.v1.ICountExplanation|null);
        }

        /** Represents a BatchCountAnswer. */
        class BatchCountAnswer implements IBatchCountAnswer {

            /**
             * Constructs a new BatchCountAnswer.
             * @param [properties] Properties to set
             */
            constructor(properties?: tidemark.v1.IBatchCountAnswer);

            /** BatchCountAnswer asOfMs. */
            public asOfMs: number;

            /** BatchCountAnswer completeUpToMs. */
            public completeUpToMs?: (number|null);

            /** Users in the order of the request. Windows and `as_of_ms` apply to all. */
            public users: tidemark.v1.ICountedUser[];

            /** BatchCountAnswer windows. */
            public windows: tidemark.v1.ICountedWindow[];

            /** BatchCountAnswer explain. */
            public explain?: (tidemark.v1.ICountExplanation|null);

            /** BatchCountAnswer _completeUpToMs. */
            public _completeUpToMs?: "completeUpToMs";

            /**
             * Creates a new BatchCountAnswer instance using the specified properties.
             * @param [properties] Properties to set
             * @returns BatchCountAnswer instance
             */
            public static create(properties?: tidemark.v1.IBatchCountAnswer): tidemark.v1.BatchCountAnswer;

            /**
             * Encodes the specified BatchCountAnswer message. Does not implicitly {@link tidemark.v1.BatchCountAnswer.verify|verify} messages.
             * @param message BatchCountAnswer message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            public static encode(message: tidemark.v1.IBatchCountAnswer, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a BatchCountAnswer message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns BatchCountAnswer
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): tidemark.v1.BatchCountAnswer;

            /**
             * Creates a BatchCountAnswer message from a plain object. Also converts values to their respective internal types.
             * @param object Plain object
             * @returns BatchCountAnswer
             */
            public static fromObject(object: { [k: string]: any }): tidemark.v1.BatchCountAnswer;

            /**
             * Creates a plain object from a BatchCountAnswer message. Also converts values to other types if specified.
             * @param message BatchCountAnswer
             * @param [options] Conversion options
             * @returns Plain object
             */
            public static toObject(message: tidemark.v1.BatchCountAnswer, options?: $protobuf.IConversionOptions): { [k: string]: any };

            /**
             * Converts this BatchCountAnswer to JSON.
             * @returns JSON object
             */
            public toJSON(): { [k: string]: any };
        }

        /** Properties of a CountedUser. */
        interface ICountedUser {

            /** CountedUser counts */
            counts?: (tidemark.v1.ICountAnswer|null);

            /** CountedUser failure */
            failure?: (tidemark.v1.ICountFailure|null);

            /** CountedUser userId */
            userId?: (string|null);
        }

        /** Represents a CountedUser. */
        class CountedUser implements ICountedUser {

            /**
             * Constructs a new CountedUser.
             * @param [properties] Properties to set
             */
            constructor(properties?: tidemark.v1.ICountedUser);

            /** CountedUser counts. */
            public counts?: (tidemark.v1.ICountAnswer|null);

            /** CountedUser failure. */
            public failure?: (tidemark.v1.ICountFailure|null);

            /** CountedUser userId. */
            public userId: string;

            /** Only groups, totals, levels and omissions of the answer. */
            public result?: ("counts"|"failure");

            /**
             * Creates a new CountedUser instance using the specified properties.
             * @param [properties] Properties to set
             * @returns CountedUser instance
             */
            public static create(properties?: tidemark.v1.ICountedUser): tidemark.v1.CountedUser;

            /**
             * Encodes the specified CountedUser message. Does not implicitly {@link tidemark.v1.CountedUser.verify|verify} messages.
             * @param message CountedUser message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            public static encode(message: tidemark.v1.ICountedUser, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a CountedUser message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns CountedUser
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): tidemark.v1.CountedUser;

            /**
             * Creates a CountedUser message from a plain object. Also converts values to their respective internal types.
             * @param object Plain object
             * @returns CountedUser
             */
            public static fromObject(object: { [k: string]: any }): tidemark.v1.CountedUser;

            /**
             * Creates a plain object from a CountedUser message. Also converts values to other types if specified.
             * @param message CountedUser
             * @param [options] Conversion options
             * @returns Plain object
             */
            public static toObject(message: tidemark.v1.CountedUser, options?: $protobuf.IConversionOptions): { [k: string]: any };

            /**
             * Converts this CountedUser to JSON.
             * @returns JSON object
             */
            public toJSON(): { [k: string]: any };
        }

        /** Properties of a CountFailure. */
        interface ICountFailure {

            /** Error code of the API, such as "too_many_events". */
            code?: (string|null);

            /** CountFailure message */
            message?: (string|null);
        }

        /** Represents a CountFailure. */
        class CountFailure implements ICountFailure {

            /**
             * Constructs a new CountFailure.
             * @param [properties] Properties to set
             */
            constructor(properties?: tidemark.v1.ICountFailure);

            /** Error code of the API, such as "too_many_events". */
            public code: string;

            /** CountFailure message. */
            public message: string;

            /**
             * Creates a new CountFailure instance using the specified properties.
             * @param [properties] Properties to set
             * @returns CountFailure instance
             */
            public static create(properties?: tidemark.v1.ICountFailure): tidemark.v1.CountFailure;

            /**
             * Encodes the specified CountFailure message. Does not implicitly {@link tidemark.v1.CountFailure.verify|verify} messages.
             * @param message CountFailure message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            public static encode(message: tidemark.v1.ICountFailure, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a CountFailure message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns CountFailure
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): tidemark.v1.CountFailure;

            /**
             * Creates a CountFailure message from a plain object. Also converts values to their respective internal types.
             * @param object Plain object
             * @returns CountFailure
             */
            public static fromObject(object: { [k: string]: any }): tidemark.v1.CountFailure;

            /**
             * Creates a plain object from a CountFailure message. Also converts values to other types if specified.
             * @param message CountFailure
             * @param [options] Conversion options
             * @returns Plain object
             */
            public static toObject(message: tidemark.v1.CountFailure, options?: $protobuf.IConversionOptions): { [k: string]: any };

            /**
             * Converts this CountFailure to JSON.
             * @returns JSON object
             */
            public toJSON(): { [k: string]: any };
        }

        /** Properties of a CountedWindow. */
        interface ICountedWindow {

            /** CountedWindow name */
            name?: (string|null);

            /** CountedWindow fromMs */
            fromMs?: (number|null);

            /** CountedWindow toMs */
            toMs?: (number|null);
        }

        /** Represents a CountedWindow. */
        class CountedWindow implements ICountedWindow {

            /**
             * Constructs a new CountedWindow.
             * @param [properties] Properties to set
             */
            constructor(properties?: tidemark.v1.ICountedWindow);

            /** CountedWindow name. */
            public name: string;

            /** CountedWindow fromMs. */
            public fromMs: number;

            /** CountedWindow toMs. */
            public toMs: number;

            /**
             * Creates a new CountedWindow instance using the specified properties.
             * @param [properties] Properties to set
             * @returns CountedWindow instance
             */
            public static create(properties?: tidemark.v1.ICountedWindow): tidemark.v1.CountedWindow;

            /**
             * Encodes the specified CountedWindow message. Does not implicitly {@link tidemark.v1.CountedWindow.verify|verify} messages.
             * @param message CountedWindow message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            public static encode(message: tidemark.v1.ICountedWindow, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a CountedWindow message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns CountedWindow
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): tidemark.v1.CountedWindow;

            /**
             * Creates a CountedWindow message from a plain object. Also converts values to their respective internal types.
             * @param object Plain object
             * @returns CountedWindow
             */
            public static fromObject(object: { [k: string]: any }): tidemark.v1.CountedWindow;

            /**
             * Creates a plain object from a CountedWindow message. Also converts values to other types if specified.
             * @param message CountedWindow
             * @param [options] Conversion options
             * @returns Plain object
             */
            public static toObject(message: tidemark.v1.CountedWindow, options?: $protobuf.IConversionOptions): { [k: string]: any };

            /**
             * Converts this CountedWindow to JSON.
             * @returns JSON object
             */
            public toJSON(): { [k: string]: any };
        }

        /** Properties of a CountGroup. */
        interface ICountGroup {

            /** One label per entry of `group_by`, in that order. Empty if the events lack the dimension. */
            labels?: (string[]|null);
        }

        /** Represents a CountGroup. */
        class CountGroup implements ICountGroup {

            /**
             * Constructs a new CountGroup.
             * @param [properties] Properties to set
             */
            constructor(properties?: tidemark.v1.ICountGroup);

            /** One label per entry of `group_by`, in that order. Empty if the events lack the dimension. */
            public labels: string[];

            /**
             * Creates a new CountGroup instance using the specified properties.
             * @param [properties] Properties to set
             * @returns CountGroup instance
             */
            public static create(properties?: tidemark.v1.ICountGroup): tidemark.v1.CountGroup;

            /**
             * Encodes the specified CountGroup message. Does not implicitly {@link tidemark.v1.CountGroup.verify|verify} messages.
             * @param message CountGroup message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            public static encode(message: tidemark.v1.ICountGroup, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a CountGroup message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns CountGroup
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): tidemark.v1.CountGroup;

            /**
             * Creates a CountGroup message from a plain object. Also converts values to their respective internal types.
             * @param object Plain object
             * @returns CountGroup
             */
            public static fromObject(object: { [k: string]: any }): tidemark.v1.CountGroup;

            /**
             * Creates a plain object from a CountGroup message. Also converts values to other types if specified.
             * @param message CountGroup
             * @param [options] Conversion options
             * @returns Plain object
             */
            public static toObject(message: tidemark.v1.CountGroup, options?: $protobuf.IConversionOptions): { [k: string]: any };

            /**
             * Converts this CountGroup to JSON.
             * @returns JSON object
             */
            public toJSON(): { [k: string]: any };
        }

        /** Properties of a CountTally. */
        interface ICountTally {

            /**
             * Counts of all rows of the first window, then of the second, and so on. Without groups a row is an id, in the order
             * of `ids`.
             */
            counts?: (number[]|null);

            /** With groups: index in `groups` of each row's group. The rows of an id are consecutive. */
            groups?: (number[]|null);

            /** With groups: number of rows of each id. */
            rows?: (number[]|null);
        }

        /** Represents a CountTally. */
        class CountTally implements ICountTally {

            /**
             * Constructs a new CountTally.
             * @param [properties] Properties to set
             */
            constructor(properties?: tidemark.v1.ICountTally);

            /**
             * Counts of all rows of the first window, then of the second, and so on. Without groups a row is an id, in the order
             * of `ids`.
             */
            public counts: number[];

            /** With groups: index in `groups` of each row's group. The rows of an id are consecutive. */
            public groups: number[];

            /** With groups: number of rows of each id. */
            public rows: number[];

            /**
             * Creates a new CountTally instance using the specified properties.
             * @param [properties] Properties to set
             * @returns CountTally instance
             */
            public static create(properties?: tidemark.v1.ICountTally): tidemark.v1.CountTally;

            /**
             * Encodes the specified CountTally message. Does not implicitly {@link tidemark.v1.CountTally.verify|verify} messages.
             * @param message CountTally message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            public static encode(message: tidemark.v1.ICountTally, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a CountTally message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns CountTally
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): tidemark.v1.CountTally;

            /**
             * Creates a CountTally message from a plain object. Also converts values to their respective internal types.
             * @param object Plain object
             * @returns CountTally
             */
            public static fromObject(object: { [k: string]: any }): tidemark.v1.CountTally;

            /**
             * Creates a plain object from a CountTally message. Also converts values to other types if specified.
             * @param message CountTally
             * @param [options] Conversion options
             * @returns Plain object
             */
            public static toObject(message: tidemark.v1.CountTally, options?: $protobuf.IConversionOptions): { [k: string]: any };

            /**
             * Converts this CountTally to JSON.
             * @returns JSON object
             */
            public toJSON(): { [k: string]: any };
        }

        /** Properties of a LevelCounts. */
        interface ILevelCounts {

            /** LevelCounts level */
            level?: (string|null);

            /** LevelCounts ids */
            ids?: (string[]|null);

            /** LevelCounts tally */
            tally?: (tidemark.v1.ICountTally|null);
        }

        /** Represents a LevelCounts. */
        class LevelCounts implements ILevelCounts {

            /**
             * Constructs a new LevelCounts.
             * @param [properties] Properties to set
             */
            constructor(properties?: tidemark.v1.ILevelCounts);

            /** LevelCounts level. */
            public level: string;

            /** LevelCounts ids. */
            public ids: string[];

            /** LevelCounts tally. */
            public tally?: (tidemark.v1.ICountTally|null);

            /**
             * Creates a new LevelCounts instance using the specified properties.
             * @param [properties] Properties to set
             * @returns LevelCounts instance
             */
            public static create(properties?: tidemark.v1.ILevelCounts): tidemark.v1.LevelCounts;

            /**
             * Encodes the specified LevelCounts message. Does not implicitly {@link tidemark.v1.LevelCounts.verify|verify} messages.
             * @param message LevelCounts message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            public static encode(message: tidemark.v1.ILevelCounts, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a LevelCounts message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns LevelCounts
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): tidemark.v1.LevelCounts;

            /**
             * Creates a LevelCounts message from a plain object. Also converts values to their respective internal types.
             * @param object Plain object
             * @returns LevelCounts
             */
            public static fromObject(object: { [k: string]: any }): tidemark.v1.LevelCounts;

            /**
             * Creates a plain object from a LevelCounts message. Also converts values to other types if specified.
             * @param message LevelCounts
             * @param [options] Conversion options
             * @returns Plain object
             */
            public static toObject(message: tidemark.v1.LevelCounts, options?: $protobuf.IConversionOptions): { [k: string]: any };

            /**
             * Converts this LevelCounts to JSON.
             * @returns JSON object
             */
            public toJSON(): { [k: string]: any };
        }

        /** Properties of a CountExplanation. */
        interface ICountExplanation {

            /** First and last requested columns of the row, in seconds since the Unix epoch. Absent: none. */
            columnsFromSeconds?: (number|null);

            /** CountExplanation columnsToSeconds */
            columnsToSeconds?: (number|null);

            /** Events before this time no longer count. Milliseconds since the Unix epoch. */
            countedFromMs?: (number|null);

            /** CountExplanation rows */
            rows?: (number|null);

            /** CountExplanation lookups */
            lookups?: (number|null);

            /** CountExplanation rawCells */
            rawCells?: (number|null);

            /** CountExplanation rawBytes */
            rawBytes?: (number|null);

            /** CountExplanation blocks */
            blocks?: (number|null);

            /** CountExplanation blockBytes */
            blockBytes?: (number|null);

            /** CountExplanation events */
            events?: (number|null);

            /** CountExplanation duplicates */
            duplicates?: (number|null);

            /** CountExplanation parseMicros */
            parseMicros?: (number|null);

            /** CountExplanation readMicros */
            readMicros?: (number|null);

            /** CountExplanation decodeMicros */
            decodeMicros?: (number|null);

            /** CountExplanation countMicros */
            countMicros?: (number|null);

            /** CountExplanation writeMicros */
            writeMicros?: (number|null);
        }

        /** Represents a CountExplanation. */
        class CountExplanation implements ICountExplanation {

            /**
             * Constructs a new CountExplanation.
             * @param [properties] Properties to set
             */
            constructor(properties?: tidemark.v1.ICountExplanation);

            /** First and last requested columns of the row, in seconds since the Unix epoch. Absent: none. */
            public columnsFromSeconds?: (number|null);

            /** CountExplanation columnsToSeconds. */
            public columnsToSeconds?: (number|null);

            /** Events before this time no longer count. Milliseconds since the Unix epoch. */
            public countedFromMs: number;

            /** CountExplanation rows. */
            public rows: number;

            /** CountExplanation lookups. */
            public lookups: number;

            /** CountExplanation rawCells. */
            public rawCells: number;

            /** CountExplanation rawBytes. */
            public rawBytes: number;

            /** CountExplanation blocks. */
            public blocks: number;

            /** CountExplanation blockBytes. */
            public blockBytes: number;

            /** CountExplanation events. */
            public events: number;

            /** CountExplanation duplicates. */
            public duplicates: number;

            /** CountExplanation parseMicros. */
            public parseMicros: number;

            /** CountExplanation readMicros. */
            public readMicros: number;

            /** CountExplanation decodeMicros. */
            public decodeMicros: number;

            /** CountExplanation countMicros. */
            public countMicros: number;

            /** CountExplanation writeMicros. */
            public writeMicros: number;

            /** CountExplanation _columnsFromSeconds. */
            public _columnsFromSeconds?: "columnsFromSeconds";

            /** CountExplanation _columnsToSeconds. */
            public _columnsToSeconds?: "columnsToSeconds";

            /**
             * Creates a new CountExplanation instance using the specified properties.
             * @param [properties] Properties to set
             * @returns CountExplanation instance
             */
            public static create(properties?: tidemark.v1.ICountExplanation): tidemark.v1.CountExplanation;

            /**
             * Encodes the specified CountExplanation message. Does not implicitly {@link tidemark.v1.CountExplanation.verify|verify} messages.
             * @param message CountExplanation message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            public static encode(message: tidemark.v1.ICountExplanation, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a CountExplanation message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns CountExplanation
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): tidemark.v1.CountExplanation;

            /**
             * Creates a CountExplanation message from a plain object. Also converts values to their respective internal types.
             * @param object Plain object
             * @returns CountExplanation
             */
            public static fromObject(object: { [k: string]: any }): tidemark.v1.CountExplanation;

            /**
             * Creates a plain object from a CountExplanation message. Also converts values to other types if specified.
             * @param message CountExplanation
             * @param [options] Conversion options
             * @returns Plain object
             */
            public static toObject(message: tidemark.v1.CountExplanation, options?: $protobuf.IConversionOptions): { [k: string]: any };

            /**
             * Converts this CountExplanation to JSON.
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

        /** A dense vector that a model computed for a user. The SubType is the name of the model. */
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

        /** Properties of a PostEventsRequest. */
        interface IPostEventsRequest {

            /** PostEventsRequest adActions */
            adActions?: (tidemark.v1.IAdAction[]|null);

            /** Full name of the message of another event type or of a batch of its events, such as `acme.v1.PageViewBatch`. */
            messageType?: (string|null);

            /** Serialized message of this type. */
            message?: (Uint8Array|null);
        }

        /** Request of `Events.Post`: events of one type, either `ad_actions`, or `message_type` and `message`. */
        class PostEventsRequest implements IPostEventsRequest {

            /**
             * Constructs a new PostEventsRequest.
             * @param [properties] Properties to set
             */
            constructor(properties?: tidemark.v1.IPostEventsRequest);

            /** PostEventsRequest adActions. */
            public adActions: tidemark.v1.IAdAction[];

            /** Full name of the message of another event type or of a batch of its events, such as `acme.v1.PageViewBatch`. */
            public messageType: string;

            /** Serialized message of this type. */
            public message: Uint8Array;

            /**
             * Creates a new PostEventsRequest instance using the specified properties.
             * @param [properties] Properties to set
             * @returns PostEventsRequest instance
             */
            public static create(properties?: tidemark.v1.IPostEventsRequest): tidemark.v1.PostEventsRequest;

            /**
             * Encodes the specified PostEventsRequest message. Does not implicitly {@link tidemark.v1.PostEventsRequest.verify|verify} messages.
             * @param message PostEventsRequest message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            public static encode(message: tidemark.v1.IPostEventsRequest, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a PostEventsRequest message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns PostEventsRequest
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): tidemark.v1.PostEventsRequest;

            /**
             * Creates a PostEventsRequest message from a plain object. Also converts values to their respective internal types.
             * @param object Plain object
             * @returns PostEventsRequest
             */
            public static fromObject(object: { [k: string]: any }): tidemark.v1.PostEventsRequest;

            /**
             * Creates a plain object from a PostEventsRequest message. Also converts values to other types if specified.
             * @param message PostEventsRequest
             * @param [options] Conversion options
             * @returns Plain object
             */
            public static toObject(message: tidemark.v1.PostEventsRequest, options?: $protobuf.IConversionOptions): { [k: string]: any };

            /**
             * Converts this PostEventsRequest to JSON.
             * @returns JSON object
             */
            public toJSON(): { [k: string]: any };
        }

        /** Properties of an EventsAnswer. */
        interface IEventsAnswer {

            /** Number of written events. Redelivered events are written again and counted once. */
            written?: (number|null);

            /** Number of events that equal an earlier event of the same request. */
            duplicatesInRequest?: (number|null);

            /** Events that are not written. */
            errors?: (tidemark.v1.IEventFailure[]|null);

            /** Token for reads that must contain the events. */
            token?: (string|null);
        }

        /** Answer to posted events, of which at least one is written. */
        class EventsAnswer implements IEventsAnswer {

            /**
             * Constructs a new EventsAnswer.
             * @param [properties] Properties to set
             */
            constructor(properties?: tidemark.v1.IEventsAnswer);

            /** Number of written events. Redelivered events are written again and counted once. */
            public written: number;

            /** Number of events that equal an earlier event of the same request. */
            public duplicatesInRequest: number;

            /** Events that are not written. */
            public errors: tidemark.v1.IEventFailure[];

            /** Token for reads that must contain the events. */
            public token: string;

            /**
             * Creates a new EventsAnswer instance using the specified properties.
             * @param [properties] Properties to set
             * @returns EventsAnswer instance
             */
            public static create(properties?: tidemark.v1.IEventsAnswer): tidemark.v1.EventsAnswer;

            /**
             * Encodes the specified EventsAnswer message. Does not implicitly {@link tidemark.v1.EventsAnswer.verify|verify} messages.
             * @param message EventsAnswer message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            public static encode(message: tidemark.v1.IEventsAnswer, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes an EventsAnswer message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns EventsAnswer
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): tidemark.v1.EventsAnswer;

            /**
             * Creates an EventsAnswer message from a plain object. Also converts values to their respective internal types.
             * @param object Plain object
             * @returns EventsAnswer
             */
            public static fromObject(object: { [k: string]: any }): tidemark.v1.EventsAnswer;

            /**
             * Creates a plain object from an EventsAnswer message. Also converts values to other types if specified.
             * @param message EventsAnswer
             * @param [options] Conversion options
             * @returns Plain object
             */
            public static toObject(message: tidemark.v1.EventsAnswer, options?: $protobuf.IConversionOptions): { [k: string]: any };

            /**
             * Converts this EventsAnswer to JSON.
             * @returns JSON object
             */
            public toJSON(): { [k: string]: any };
        }

        /** Properties of an EventFailure. */
        interface IEventFailure {

            /** Index of the event in the request. */
            index?: (number|null);

            /** Error code of the API, such as "event_too_old". */
            code?: (string|null);

            /** Path of the invalid field, such as "events[3].adId". Empty: none. */
            field?: (string|null);

            /** EventFailure message */
            message?: (string|null);

            /** Whether a retry can succeed. */
            retryable?: (boolean|null);

            /** Regions whose servers can process the event, for `wrong_region`. */
            regions?: (string[]|null);
        }

        /** Represents an EventFailure. */
        class EventFailure implements IEventFailure {

            /**
             * Constructs a new EventFailure.
             * @param [properties] Properties to set
             */
            constructor(properties?: tidemark.v1.IEventFailure);

            /** Index of the event in the request. */
            public index: number;

            /** Error code of the API, such as "event_too_old". */
            public code: string;

            /** Path of the invalid field, such as "events[3].adId". Empty: none. */
            public field: string;

            /** EventFailure message. */
            public message: string;

            /** Whether a retry can succeed. */
            public retryable: boolean;

            /** Regions whose servers can process the event, for `wrong_region`. */
            public regions: string[];

            /**
             * Creates a new EventFailure instance using the specified properties.
             * @param [properties] Properties to set
             * @returns EventFailure instance
             */
            public static create(properties?: tidemark.v1.IEventFailure): tidemark.v1.EventFailure;

            /**
             * Encodes the specified EventFailure message. Does not implicitly {@link tidemark.v1.EventFailure.verify|verify} messages.
             * @param message EventFailure message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            public static encode(message: tidemark.v1.IEventFailure, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes an EventFailure message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns EventFailure
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): tidemark.v1.EventFailure;

            /**
             * Creates an EventFailure message from a plain object. Also converts values to their respective internal types.
             * @param object Plain object
             * @returns EventFailure
             */
            public static fromObject(object: { [k: string]: any }): tidemark.v1.EventFailure;

            /**
             * Creates a plain object from an EventFailure message. Also converts values to other types if specified.
             * @param message EventFailure
             * @param [options] Conversion options
             * @returns Plain object
             */
            public static toObject(message: tidemark.v1.EventFailure, options?: $protobuf.IConversionOptions): { [k: string]: any };

            /**
             * Converts this EventFailure to JSON.
             * @returns JSON object
             */
            public toJSON(): { [k: string]: any };
        }

        /** Properties of a FatigueFeatures. */
        interface IFatigueFeatures {

            /** Increases when the order of the features or the meaning of a name changes. */
            version?: (number|null);

            /**
             * Id of the layout, which differs for any two requests with different features. Compare it with that of the model's
             * training data.
             */
            layout?: (string|null);

            /** Names of the features in each vector, such as `ad.impression.count.1h`. Empty if the request did not want them. */
            names?: (string[]|null);

            /** Candidates in the order of the request. */
            candidates?: (tidemark.v1.ICandidateFeatures[]|null);

            /** FatigueFeatures userId */
            userId?: (string|null);

            /** Milliseconds since the Unix epoch. Events from this time on are excluded. */
            asOfMs?: (number|null);

            /** DataTypes that are left out. The vectors are then those of a user without events. */
            omitted?: (tidemark.v1.IOmission[]|null);
        }

        /**
         * Answer of `POST /v1/features:fatigue`: for each candidate a vector of the user's past actions on the candidate and
         * its entities.
         */
        class FatigueFeatures implements IFatigueFeatures {

            /**
             * Constructs a new FatigueFeatures.
             * @param [properties] Properties to set
             */
            constructor(properties?: tidemark.v1.IFatigueFeatures);

            /** Increases when the order of the features or the meaning of a name changes. */
            public version: number;

            /**
             * Id of the layout, which differs for any two requests with different features. Compare it with that of the model's
             * training data.
             */
            public layout: string;

            /** Names of the features in each vector, such as `ad.impression.count.1h`. Empty if the request did not want them. */
            public names: string[];

            /** Candidates in the order of the request. */
            public candidates: tidemark.v1.ICandidateFeatures[];

            /** FatigueFeatures userId. */
            public userId: string;

            /** Milliseconds since the Unix epoch. Events from this time on are excluded. */
            public asOfMs: number;

            /** DataTypes that are left out. The vectors are then those of a user without events. */
            public omitted: tidemark.v1.IOmission[];

            /**
             * Creates a new FatigueFeatures instance using the specified properties.
             * @param [properties] Properties to set
             * @returns FatigueFeatures instance
             */
            public static create(properties?: tidemark.v1.IFatigueFeatures): tidemark.v1.FatigueFeatures;

            /**
             * Encodes the specified FatigueFeatures message. Does not implicitly {@link tidemark.v1.FatigueFeatures.verify|verify} messages.
             * @param message FatigueFeatures message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            public static encode(message: tidemark.v1.IFatigueFeatures, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a FatigueFeatures message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns FatigueFeatures
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): tidemark.v1.FatigueFeatures;

            /**
             * Creates a FatigueFeatures message from a plain object. Also converts values to their respective internal types.
             * @param object Plain object
             * @returns FatigueFeatures
             */
            public static fromObject(object: { [k: string]: any }): tidemark.v1.FatigueFeatures;

            /**
             * Creates a plain object from a FatigueFeatures message. Also converts values to other types if specified.
             * @param message FatigueFeatures
             * @param [options] Conversion options
             * @returns Plain object
             */
            public static toObject(message: tidemark.v1.FatigueFeatures, options?: $protobuf.IConversionOptions): { [k: string]: any };

            /**
             * Converts this FatigueFeatures to JSON.
             * @returns JSON object
             */
            public toJSON(): { [k: string]: any };
        }

        /** Properties of a CandidateFeatures. */
        interface ICandidateFeatures {

            /**
             * NaN where no number exists: the time since an event that never occurred, a rate without impressions, and all
             * features of a level whose entity the candidate does not name.
             */
            values?: (number[]|null);
        }

        /** Represents a CandidateFeatures. */
        class CandidateFeatures implements ICandidateFeatures {

            /**
             * Constructs a new CandidateFeatures.
             * @param [properties] Properties to set
             */
            constructor(properties?: tidemark.v1.ICandidateFeatures);

            /**
             * NaN where no number exists: the time since an event that never occurred, a rate without impressions, and all
             * features of a level whose entity the candidate does not name.
             */
            public values: number[];

            /**
             * Creates a new CandidateFeatures instance using the specified properties.
             * @param [properties] Properties to set
             * @returns CandidateFeatures instance
             */
            public static create(properties?: tidemark.v1.ICandidateFeatures): tidemark.v1.CandidateFeatures;

            /**
             * Encodes the specified CandidateFeatures message. Does not implicitly {@link tidemark.v1.CandidateFeatures.verify|verify} messages.
             * @param message CandidateFeatures message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            public static encode(message: tidemark.v1.ICandidateFeatures, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a CandidateFeatures message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns CandidateFeatures
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): tidemark.v1.CandidateFeatures;

            /**
             * Creates a CandidateFeatures message from a plain object. Also converts values to their respective internal types.
             * @param object Plain object
             * @returns CandidateFeatures
             */
            public static fromObject(object: { [k: string]: any }): tidemark.v1.CandidateFeatures;

            /**
             * Creates a plain object from a CandidateFeatures message. Also converts values to other types if specified.
             * @param message CandidateFeatures
             * @param [options] Conversion options
             * @returns Plain object
             */
            public static toObject(message: tidemark.v1.CandidateFeatures, options?: $protobuf.IConversionOptions): { [k: string]: any };

            /**
             * Converts this CandidateFeatures to JSON.
             * @returns JSON object
             */
            public toJSON(): { [k: string]: any };
        }

        /** Properties of a FatigueExample. */
        interface IFatigueExample {

            /** FatigueExample features */
            features?: (tidemark.v1.ICandidateFeatures|null);

            /** Columns of the input that are passed through unchanged. */
            labels?: ({ [k: string]: string }|null);

            /** FatigueExample userId */
            userId?: (string|null);

            /** FatigueExample asOfMs */
            asOfMs?: (number|null);
        }

        /** One record of the output of `tidemark features export` as protobuf. Each record follows its length as a varint. */
        class FatigueExample implements IFatigueExample {

            /**
             * Constructs a new FatigueExample.
             * @param [properties] Properties to set
             */
            constructor(properties?: tidemark.v1.IFatigueExample);

            /** FatigueExample features. */
            public features?: (tidemark.v1.ICandidateFeatures|null);

            /** Columns of the input that are passed through unchanged. */
            public labels: { [k: string]: string };

            /** FatigueExample userId. */
            public userId: string;

            /** FatigueExample asOfMs. */
            public asOfMs: number;

            /**
             * Creates a new FatigueExample instance using the specified properties.
             * @param [properties] Properties to set
             * @returns FatigueExample instance
             */
            public static create(properties?: tidemark.v1.IFatigueExample): tidemark.v1.FatigueExample;

            /**
             * Encodes the specified FatigueExample message. Does not implicitly {@link tidemark.v1.FatigueExample.verify|verify} messages.
             * @param message FatigueExample message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            public static encode(message: tidemark.v1.IFatigueExample, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a FatigueExample message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns FatigueExample
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): tidemark.v1.FatigueExample;

            /**
             * Creates a FatigueExample message from a plain object. Also converts values to their respective internal types.
             * @param object Plain object
             * @returns FatigueExample
             */
            public static fromObject(object: { [k: string]: any }): tidemark.v1.FatigueExample;

            /**
             * Creates a plain object from a FatigueExample message. Also converts values to other types if specified.
             * @param message FatigueExample
             * @param [options] Conversion options
             * @returns Plain object
             */
            public static toObject(message: tidemark.v1.FatigueExample, options?: $protobuf.IConversionOptions): { [k: string]: any };

            /**
             * Converts this FatigueExample to JSON.
             * @returns JSON object
             */
            public toJSON(): { [k: string]: any };
        }

        /** Properties of a FatigueRequest. */
        interface IFatigueRequest {

            /** FatigueRequest userId */
            userId?: (string|null);

            /** FatigueRequest candidates */
            candidates?: (tidemark.v1.IFatigueCandidate[]|null);

            /** FatigueRequest dataType */
            dataType?: (string|null);

            /** FatigueRequest levels */
            levels?: (string[]|null);

            /** FatigueRequest actions */
            actions?: (string[]|null);

            /** FatigueRequest windows */
            windows?: (string[]|null);

            /** FatigueRequest halfLives */
            halfLives?: (string[]|null);

            /** FatigueRequest scales */
            scales?: (string[]|null);

            /** FatigueRequest lookback */
            lookback?: (string|null);

            /** FatigueRequest ctr */
            ctr?: (tidemark.v1.IFatigueRate|null);

            /** Conditions by dimension name. */
            where?: ({ [k: string]: tidemark.v1.IFatigueCondition }|null);

            /** Milliseconds since the Unix epoch. 0: now. */
            asOfMs?: (number|null);

            /** FatigueRequest withoutNames */
            withoutNames?: (boolean|null);
        }

        /** Body of `POST /v1/features:fatigue`. The fields are those of the JSON form. Empty fields have their defaults. */
        class FatigueRequest implements IFatigueRequest {

            /**
             * Constructs a new FatigueRequest.
             * @param [properties] Properties to set
             */
            constructor(properties?: tidemark.v1.IFatigueRequest);

            /** FatigueRequest userId. */
            public userId: string;

            /** FatigueRequest candidates. */
            public candidates: tidemark.v1.IFatigueCandidate[];

            /** FatigueRequest dataType. */
            public dataType: string;

            /** FatigueRequest levels. */
            public levels: string[];

            /** FatigueRequest actions. */
            public actions: string[];

            /** FatigueRequest windows. */
            public windows: string[];

            /** FatigueRequest halfLives. */
            public halfLives: string[];

            /** FatigueRequest scales. */
            public scales: string[];

            /** FatigueRequest lookback. */
            public lookback: string;

            /** FatigueRequest ctr. */
            public ctr?: (tidemark.v1.IFatigueRate|null);

            /** Conditions by dimension name. */
            public where: { [k: string]: tidemark.v1.IFatigueCondition };

            /** Milliseconds since the Unix epoch. 0: now. */
            public asOfMs: number;

            /** FatigueRequest withoutNames. */
            public withoutNames: boolean;

            /**
             * Creates a new FatigueRequest instance using the specified properties.
             * @param [properties] Properties to set
             * @returns FatigueRequest instance
             */
            public static create(properties?: tidemark.v1.IFatigueRequest): tidemark.v1.FatigueRequest;

            /**
             * Encodes the specified FatigueRequest message. Does not implicitly {@link tidemark.v1.FatigueRequest.verify|verify} messages.
             * @param message FatigueRequest message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            public static encode(message: tidemark.v1.IFatigueRequest, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a FatigueRequest message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns FatigueRequest
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): tidemark.v1.FatigueRequest;

            /**
             * Creates a FatigueRequest message from a plain object. Also converts values to their respective internal types.
             * @param object Plain object
             * @returns FatigueRequest
             */
            public static fromObject(object: { [k: string]: any }): tidemark.v1.FatigueRequest;

            /**
             * Creates a plain object from a FatigueRequest message. Also converts values to other types if specified.
             * @param message FatigueRequest
             * @param [options] Conversion options
             * @returns Plain object
             */
            public static toObject(message: tidemark.v1.FatigueRequest, options?: $protobuf.IConversionOptions): { [k: string]: any };

            /**
             * Converts this FatigueRequest to JSON.
             * @returns JSON object
             */
            public toJSON(): { [k: string]: any };
        }

        /** Properties of a FatigueCandidate. */
        interface IFatigueCandidate {

            /** Ids by dimension name, such as `adId`. */
            entities?: ({ [k: string]: string }|null);
        }

        /** Represents a FatigueCandidate. */
        class FatigueCandidate implements IFatigueCandidate {

            /**
             * Constructs a new FatigueCandidate.
             * @param [properties] Properties to set
             */
            constructor(properties?: tidemark.v1.IFatigueCandidate);

            /** Ids by dimension name, such as `adId`. */
            public entities: { [k: string]: string };

            /**
             * Creates a new FatigueCandidate instance using the specified properties.
             * @param [properties] Properties to set
             * @returns FatigueCandidate instance
             */
            public static create(properties?: tidemark.v1.IFatigueCandidate): tidemark.v1.FatigueCandidate;

            /**
             * Encodes the specified FatigueCandidate message. Does not implicitly {@link tidemark.v1.FatigueCandidate.verify|verify} messages.
             * @param message FatigueCandidate message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            public static encode(message: tidemark.v1.IFatigueCandidate, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a FatigueCandidate message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns FatigueCandidate
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): tidemark.v1.FatigueCandidate;

            /**
             * Creates a FatigueCandidate message from a plain object. Also converts values to their respective internal types.
             * @param object Plain object
             * @returns FatigueCandidate
             */
            public static fromObject(object: { [k: string]: any }): tidemark.v1.FatigueCandidate;

            /**
             * Creates a plain object from a FatigueCandidate message. Also converts values to other types if specified.
             * @param message FatigueCandidate
             * @param [options] Conversion options
             * @returns Plain object
             */
            public static toObject(message: tidemark.v1.FatigueCandidate, options?: $protobuf.IConversionOptions): { [k: string]: any };

            /**
             * Converts this FatigueCandidate to JSON.
             * @returns JSON object
             */
            public toJSON(): { [k: string]: any };
        }

        /** Properties of a FatigueRate. */
        interface IFatigueRate {

            /** FatigueRate clicks */
            clicks?: (string|null);

            /** FatigueRate impressions */
            impressions?: (string|null);

            /** FatigueRate prior */
            prior?: (tidemark.v1.IFatiguePrior|null);
        }

        /** Represents a FatigueRate. */
        class FatigueRate implements IFatigueRate {

            /**
             * Constructs a new FatigueRate.
             * @param [properties] Properties to set
             */
            constructor(properties?: tidemark.v1.IFatigueRate);

            /** FatigueRate clicks. */
            public clicks: string;

            /** FatigueRate impressions. */
            public impressions: string;

            /** FatigueRate prior. */
            public prior?: (tidemark.v1.IFatiguePrior|null);

            /**
             * Creates a new FatigueRate instance using the specified properties.
             * @param [properties] Properties to set
             * @returns FatigueRate instance
             */
            public static create(properties?: tidemark.v1.IFatigueRate): tidemark.v1.FatigueRate;

            /**
             * Encodes the specified FatigueRate message. Does not implicitly {@link tidemark.v1.FatigueRate.verify|verify} messages.
             * @param message FatigueRate message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            public static encode(message: tidemark.v1.IFatigueRate, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a FatigueRate message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns FatigueRate
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): tidemark.v1.FatigueRate;

            /**
             * Creates a FatigueRate message from a plain object. Also converts values to their respective internal types.
             * @param object Plain object
             * @returns FatigueRate
             */
            public static fromObject(object: { [k: string]: any }): tidemark.v1.FatigueRate;

            /**
             * Creates a plain object from a FatigueRate message. Also converts values to other types if specified.
             * @param message FatigueRate
             * @param [options] Conversion options
             * @returns Plain object
             */
            public static toObject(message: tidemark.v1.FatigueRate, options?: $protobuf.IConversionOptions): { [k: string]: any };

            /**
             * Converts this FatigueRate to JSON.
             * @returns JSON object
             */
            public toJSON(): { [k: string]: any };
        }

        /** Properties of a FatiguePrior. */
        interface IFatiguePrior {

            /** FatiguePrior impressions */
            impressions?: (number|null);

            /** FatiguePrior rate */
            rate?: (number|null);
        }

        /** Represents a FatiguePrior. */
        class FatiguePrior implements IFatiguePrior {

            /**
             * Constructs a new FatiguePrior.
             * @param [properties] Properties to set
             */
            constructor(properties?: tidemark.v1.IFatiguePrior);

            /** FatiguePrior impressions. */
            public impressions: number;

            /** FatiguePrior rate. */
            public rate: number;

            /**
             * Creates a new FatiguePrior instance using the specified properties.
             * @param [properties] Properties to set
             * @returns FatiguePrior instance
             */
            public static create(properties?: tidemark.v1.IFatiguePrior): tidemark.v1.FatiguePrior;

            /**
             * Encodes the specified FatiguePrior message. Does not implicitly {@link tidemark.v1.FatiguePrior.verify|verify} messages.
             * @param message FatiguePrior message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            public static encode(message: tidemark.v1.IFatiguePrior, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a FatiguePrior message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns FatiguePrior
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): tidemark.v1.FatiguePrior;

            /**
             * Creates a FatiguePrior message from a plain object. Also converts values to their respective internal types.
             * @param object Plain object
             * @returns FatiguePrior
             */
            public static fromObject(object: { [k: string]: any }): tidemark.v1.FatiguePrior;

            /**
             * Creates a plain object from a FatiguePrior message. Also converts values to other types if specified.
             * @param message FatiguePrior
             * @param [options] Conversion options
             * @returns Plain object
             */
            public static toObject(message: tidemark.v1.FatiguePrior, options?: $protobuf.IConversionOptions): { [k: string]: any };

            /**
             * Converts this FatiguePrior to JSON.
             * @returns JSON object
             */
            public toJSON(): { [k: string]: any };
        }

        /** Properties of a FatigueCondition. */
        interface IFatigueCondition {

            /** Empty: any id. */
            "in"?: (string[]|null);

            /** Whether events without the dimension count too. */
            optional?: (boolean|null);
        }

        /** Represents a FatigueCondition. */
        class FatigueCondition implements IFatigueCondition {

            /**
             * Constructs a new FatigueCondition.
             * @param [properties] Properties to set
             */
            constructor(properties?: tidemark.v1.IFatigueCondition);

            /** Empty: any id. */
            public in: string[];

            /** Whether events without the dimension count too. */
            public optional: boolean;

            /**
             * Creates a new FatigueCondition instance using the specified properties.
             * @param [properties] Properties to set
             * @returns FatigueCondition instance
             */
            public static create(properties?: tidemark.v1.IFatigueCondition): tidemark.v1.FatigueCondition;

            /**
             * Encodes the specified FatigueCondition message. Does not implicitly {@link tidemark.v1.FatigueCondition.verify|verify} messages.
             * @param message FatigueCondition message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            public static encode(message: tidemark.v1.IFatigueCondition, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a FatigueCondition message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns FatigueCondition
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): tidemark.v1.FatigueCondition;

            /**
             * Creates a FatigueCondition message from a plain object. Also converts values to their respective internal types.
             * @param object Plain object
             * @returns FatigueCondition
             */
            public static fromObject(object: { [k: string]: any }): tidemark.v1.FatigueCondition;

            /**
             * Creates a plain object from a FatigueCondition message. Also converts values to other types if specified.
             * @param message FatigueCondition
             * @param [options] Conversion options
             * @returns Plain object
             */
            public static toObject(message: tidemark.v1.FatigueCondition, options?: $protobuf.IConversionOptions): { [k: string]: any };

            /**
             * Converts this FatigueCondition to JSON.
             * @returns JSON object
             */
            public toJSON(): { [k: string]: any };
        }

        /** Properties of an ObjectRecord. */
        interface IObjectRecord {

            /** ObjectRecord id */
            id?: (string|null);

            /** ObjectRecord dataType */
            dataType?: (string|null);

            /** ObjectRecord subType */
            subType?: (string|null);

            /** Version: microseconds since the Unix epoch, whole milliseconds. Absent: the time at which the load began. */
            timestampMicros?: (number|null);

            /** Serialized message of the DataType. */
            value?: (Uint8Array|null);
        }

        /**
         * One version of a cell of an object, in files of `tidemark objects export` and `load`: each record follows its length, a
         * varint.
         */
        class ObjectRecord implements IObjectRecord {

            /**
             * Constructs a new ObjectRecord.
             * @param [properties] Properties to set
             */
            constructor(properties?: tidemark.v1.IObjectRecord);

            /** ObjectRecord id. */
            public id: string;

            /** ObjectRecord dataType. */
            public dataType: string;

            /** ObjectRecord subType. */
            public subType: string;

            /** Version: microseconds since the Unix epoch, whole milliseconds. Absent: the time at which the load began. */
            public timestampMicros?: (number|null);

            /** Serialized message of the DataType. */
            public value: Uint8Array;

            /** ObjectRecord _timestampMicros. */
            public _timestampMicros?: "timestampMicros";

            /**
             * Creates a new ObjectRecord instance using the specified properties.
             * @param [properties] Properties to set
             * @returns ObjectRecord instance
             */
            public static create(properties?: tidemark.v1.IObjectRecord): tidemark.v1.ObjectRecord;

            /**
             * Encodes the specified ObjectRecord message. Does not implicitly {@link tidemark.v1.ObjectRecord.verify|verify} messages.
             * @param message ObjectRecord message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            public static encode(message: tidemark.v1.IObjectRecord, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes an ObjectRecord message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns ObjectRecord
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): tidemark.v1.ObjectRecord;

            /**
             * Creates an ObjectRecord message from a plain object. Also converts values to their respective internal types.
             * @param object Plain object
             * @returns ObjectRecord
             */
            public static fromObject(object: { [k: string]: any }): tidemark.v1.ObjectRecord;

            /**
             * Creates a plain object from an ObjectRecord message. Also converts values to other types if specified.
             * @param message ObjectRecord
             * @param [options] Conversion options
             * @returns Plain object
             */
            public static toObject(message: tidemark.v1.ObjectRecord, options?: $protobuf.IConversionOptions): { [k: string]: any };

            /**
             * Converts this ObjectRecord to JSON.
             * @returns JSON object
             */
            public toJSON(): { [k: string]: any };
        }

        /** Properties of a GetObjectRequest. */
        interface IGetObjectRequest {

            /** GetObjectRequest corpus */
            corpus?: (string|null);

            /** GetObjectRequest id */
            id?: (string|null);

            /** Empty: every DataType of the corpus that holds objects. */
            select?: (tidemark.v1.ICellSelector[]|null);

            /** Maximum number of versions of each cell, newest first. 0: 1. */
            versions?: (number|null);

            /** Generations to read instead of the published ones, by DataType. */
            generations?: ({ [k: string]: number }|null);
        }

        /** Request of `Objects.Get`: cells of one object, read by one lookup. */
        class GetObjectRequest implements IGetObjectRequest {

            /**
             * Constructs a new GetObjectRequest.
             * @param [properties] Properties to set
             */
            constructor(properties?: tidemark.v1.IGetObjectRequest);

            /** GetObjectRequest corpus. */
            public corpus: string;

            /** GetObjectRequest id. */
            public id: string;

            /** Empty: every DataType of the corpus that holds objects. */
            public select: tidemark.v1.ICellSelector[];

            /** Maximum number of versions of each cell, newest first. 0: 1. */
            public versions: number;

            /** Generations to read instead of the published ones, by DataType. */
            public generations: { [k: string]: number };

            /**
             * Creates a new GetObjectRequest instance using the specified properties.
             * @param [properties] Properties to set
             * @returns GetObjectRequest instance
             */
            public static create(properties?: tidemark.v1.IGetObjectRequest): tidemark.v1.GetObjectRequest;

            /**
             * Encodes the specified GetObjectRequest message. Does not implicitly {@link tidemark.v1.GetObjectRequest.verify|verify} messages.
             * @param message GetObjectRequest message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            public static encode(message: tidemark.v1.IGetObjectRequest, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a GetObjectRequest message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns GetObjectRequest
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): tidemark.v1.GetObjectRequest;

            /**
             * Creates a GetObjectRequest message from a plain object. Also converts values to their respective internal types.
             * @param object Plain object
             * @returns GetObjectRequest
             */
            public static fromObject(object: { [k: string]: any }): tidemark.v1.GetObjectRequest;

            /**
             * Creates a plain object from a GetObjectRequest message. Also converts values to other types if specified.
             * @param message GetObjectRequest
             * @param [options] Conversion options
             * @returns Plain object
             */
            public static toObject(message: tidemark.v1.GetObjectRequest, options?: $protobuf.IConversionOptions): { [k: string]: any };

            /**
             * Converts this GetObjectRequest to JSON.
             * @returns JSON object
             */
            public toJSON(): { [k: string]: any };
        }

        /** Properties of a CellSelector. */
        interface ICellSelector {

            /** Family of the DataType. */
            dataType?: (string|null);

            /** Empty: all SubTypes. */
            subTypes?: (string[]|null);
        }

        /** Represents a CellSelector. */
        class CellSelector implements ICellSelector {

            /**
             * Constructs a new CellSelector.
             * @param [properties] Properties to set
             */
            constructor(properties?: tidemark.v1.ICellSelector);

            /** Family of the DataType. */
            public dataType: string;

            /** Empty: all SubTypes. */
            public subTypes: string[];

            /**
             * Creates a new CellSelector instance using the specified properties.
             * @param [properties] Properties to set
             * @returns CellSelector instance
             */
            public static create(properties?: tidemark.v1.ICellSelector): tidemark.v1.CellSelector;

            /**
             * Encodes the specified CellSelector message. Does not implicitly {@link tidemark.v1.CellSelector.verify|verify} messages.
             * @param message CellSelector message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            public static encode(message: tidemark.v1.ICellSelector, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a CellSelector message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns CellSelector
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): tidemark.v1.CellSelector;

            /**
             * Creates a CellSelector message from a plain object. Also converts values to their respective internal types.
             * @param object Plain object
             * @returns CellSelector
             */
            public static fromObject(object: { [k: string]: any }): tidemark.v1.CellSelector;

            /**
             * Creates a plain object from a CellSelector message. Also converts values to other types if specified.
             * @param message CellSelector
             * @param [options] Conversion options
             * @returns Plain object
             */
            public static toObject(message: tidemark.v1.CellSelector, options?: $protobuf.IConversionOptions): { [k: string]: any };

            /**
             * Converts this CellSelector to JSON.
             * @returns JSON object
             */
            public toJSON(): { [k: string]: any };
        }

        /** Properties of an ObjectAnswer. */
        interface IObjectAnswer {

            /** At least one. Versions of a SubType are sorted newest first. */
            cells?: (tidemark.v1.IObjectCell[]|null);

            /** Selected DataTypes that are left out. */
            omitted?: (tidemark.v1.IOmission[]|null);

            /** Generations that were read, by DataType. */
            generations?: ({ [k: string]: number }|null);
        }

        /** Represents an ObjectAnswer. */
        class ObjectAnswer implements IObjectAnswer {

            /**
             * Constructs a new ObjectAnswer.
             * @param [properties] Properties to set
             */
            constructor(properties?: tidemark.v1.IObjectAnswer);

            /** At least one. Versions of a SubType are sorted newest first. */
            public cells: tidemark.v1.IObjectCell[];

            /** Selected DataTypes that are left out. */
            public omitted: tidemark.v1.IOmission[];

            /** Generations that were read, by DataType. */
            public generations: { [k: string]: number };

            /**
             * Creates a new ObjectAnswer instance using the specified properties.
             * @param [properties] Properties to set
             * @returns ObjectAnswer instance
             */
            public static create(properties?: tidemark.v1.IObjectAnswer): tidemark.v1.ObjectAnswer;

            /**
             * Encodes the specified ObjectAnswer message. Does not implicitly {@link tidemark.v1.ObjectAnswer.verify|verify} messages.
             * @param message ObjectAnswer message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            public static encode(message: tidemark.v1.IObjectAnswer, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes an ObjectAnswer message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns ObjectAnswer
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): tidemark.v1.ObjectAnswer;

            /**
             * Creates an ObjectAnswer message from a plain object. Also converts values to their respective internal types.
             * @param object Plain object
             * @returns ObjectAnswer
             */
            public static fromObject(object: { [k: string]: any }): tidemark.v1.ObjectAnswer;

            /**
             * Creates a plain object from an ObjectAnswer message. Also converts values to other types if specified.
             * @param message ObjectAnswer
             * @param [options] Conversion options
             * @returns Plain object
             */
            public static toObject(message: tidemark.v1.ObjectAnswer, options?: $protobuf.IConversionOptions): { [k: string]: any };

            /**
             * Converts this ObjectAnswer to JSON.
             * @returns JSON object
             */
            public toJSON(): { [k: string]: any };
        }

        /** Properties of an ObjectCell. */
        interface IObjectCell {

            /** ObjectCell dataType */
            dataType?: (string|null);

            /** ObjectCell subType */
            subType?: (string|null);

            /** Version: milliseconds since the Unix epoch. */
            timestampMs?: (number|null);

            /** Serialized message of the DataType. */
            value?: (Uint8Array|null);
        }

        /** One version of a cell. */
        class ObjectCell implements IObjectCell {

            /**
             * Constructs a new ObjectCell.
             * @param [properties] Properties to set
             */
            constructor(properties?: tidemark.v1.IObjectCell);

            /** ObjectCell dataType. */
            public dataType: string;

            /** ObjectCell subType. */
            public subType: string;

            /** Version: milliseconds since the Unix epoch. */
            public timestampMs: number;

            /** Serialized message of the DataType. */
            public value: Uint8Array;

            /**
             * Creates a new ObjectCell instance using the specified properties.
             * @param [properties] Properties to set
             * @returns ObjectCell instance
             */
            public static create(properties?: tidemark.v1.IObjectCell): tidemark.v1.ObjectCell;

            /**
             * Encodes the specified ObjectCell message. Does not implicitly {@link tidemark.v1.ObjectCell.verify|verify} messages.
             * @param message ObjectCell message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            public static encode(message: tidemark.v1.IObjectCell, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes an ObjectCell message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns ObjectCell
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): tidemark.v1.ObjectCell;

            /**
             * Creates an ObjectCell message from a plain object. Also converts values to their respective internal types.
             * @param object Plain object
             * @returns ObjectCell
             */
            public static fromObject(object: { [k: string]: any }): tidemark.v1.ObjectCell;

            /**
             * Creates a plain object from an ObjectCell message. Also converts values to other types if specified.
             * @param message ObjectCell
             * @param [options] Conversion options
             * @returns Plain object
             */
            public static toObject(message: tidemark.v1.ObjectCell, options?: $protobuf.IConversionOptions): { [k: string]: any };

            /**
             * Converts this ObjectCell to JSON.
             * @returns JSON object
             */
            public toJSON(): { [k: string]: any };
        }

        /** Properties of a BatchGetObjectsRequest. */
        interface IBatchGetObjectsRequest {

            /** BatchGetObjectsRequest corpus */
            corpus?: (string|null);

            /** BatchGetObjectsRequest objects */
            objects?: (tidemark.v1.ISelectedObject[]|null);

            /** Maximum number of versions of each cell, newest first. 0: 1. */
            versions?: (number|null);

            /** Generations to read instead of the published ones, by DataType. */
            generations?: ({ [k: string]: number }|null);
        }

        /** Request of `Objects.BatchGet`: cells of many objects. */
        class BatchGetObjectsRequest implements IBatchGetObjectsRequest {

            /**
             * Constructs a new BatchGetObjectsRequest.
             * @param [properties] Properties to set
             */
            constructor(properties?: tidemark.v1.IBatchGetObjectsRequest);

            /** BatchGetObjectsRequest corpus. */
            public corpus: string;

            /** BatchGetObjectsRequest objects. */
            public objects: tidemark.v1.ISelectedObject[];

            /** Maximum number of versions of each cell, newest first. 0: 1. */
            public versions: number;

            /** Generations to read instead of the published ones, by DataType. */
            public generations: { [k: string]: number };

            /**
             * Creates a new BatchGetObjectsRequest instance using the specified properties.
             * @param [properties] Properties to set
             * @returns BatchGetObjectsRequest instance
             */
            public static create(properties?: tidemark.v1.IBatchGetObjectsRequest): tidemark.v1.BatchGetObjectsRequest;

            /**
             * Encodes the specified BatchGetObjectsRequest message. Does not implicitly {@link tidemark.v1.BatchGetObjectsRequest.verify|verify} messages.
             * @param message BatchGetObjectsRequest message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            public static encode(message: tidemark.v1.IBatchGetObjectsRequest, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a BatchGetObjectsRequest message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns BatchGetObjectsRequest
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): tidemark.v1.BatchGetObjectsRequest;

            /**
             * Creates a BatchGetObjectsRequest message from a plain object. Also converts values to their respective internal types.
             * @param object Plain object
             * @returns BatchGetObjectsRequest
             */
            public static fromObject(object: { [k: string]: any }): tidemark.v1.BatchGetObjectsRequest;

            /**
             * Creates a plain object from a BatchGetObjectsRequest message. Also converts values to other types if specified.
             * @param message BatchGetObjectsRequest
             * @param [options] Conversion options
             * @returns Plain object
             */
            public static toObject(message: tidemark.v1.BatchGetObjectsRequest, options?: $protobuf.IConversionOptions): { [k: string]: any };

            /**
             * Converts this BatchGetObjectsRequest to JSON.
             * @returns JSON object
             */
            public toJSON(): { [k: string]: any };
        }

        /** Properties of a SelectedObject. */
        interface ISelectedObject {

            /** SelectedObject id */
            id?: (string|null);

            /** At least one. */
            select?: (tidemark.v1.ICellSelector[]|null);
        }

        /** Represents a SelectedObject. */
        class SelectedObject implements ISelectedObject {

            /**
             * Constructs a new SelectedObject.
             * @param [properties] Properties to set
             */
            constructor(properties?: tidemark.v1.ISelectedObject);

            /** SelectedObject id. */
            public id: string;

            /** At least one. */
            public select: tidemark.v1.ICellSelector[];

            /**
             * Creates a new SelectedObject instance using the specified properties.
             * @param [properties] Properties to set
             * @returns SelectedObject instance
             */
            public static create(properties?: tidemark.v1.ISelectedObject): tidemark.v1.SelectedObject;

            /**
             * Encodes the specified SelectedObject message. Does not implicitly {@link tidemark.v1.SelectedObject.verify|verify} messages.
             * @param message SelectedObject message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            public static encode(message: tidemark.v1.ISelectedObject, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a SelectedObject message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns SelectedObject
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): tidemark.v1.SelectedObject;

            /**
             * Creates a SelectedObject message from a plain object. Also converts values to their respective internal types.
             * @param object Plain object
             * @returns SelectedObject
             */
            public static fromObject(object: { [k: string]: any }): tidemark.v1.SelectedObject;

            /**
             * Creates a plain object from a SelectedObject message. Also converts values to other types if specified.
             * @param message SelectedObject
             * @param [options] Conversion options
             * @returns Plain object
             */
            public static toObject(message: tidemark.v1.SelectedObject, options?: $protobuf.IConversionOptions): { [k: string]: any };

            /**
             * Converts this SelectedObject to JSON.
             * @returns JSON object
             */
            public toJSON(): { [k: string]: any };
        }

        /** Properties of a BatchGetObjectsAnswer. */
        interface IBatchGetObjectsAnswer {

            /** One per requested object, in their order. */
            objects?: (tidemark.v1.IFoundObject[]|null);

            /** Generations that were read, by DataType. */
            generations?: ({ [k: string]: number }|null);
        }

        /** Represents a BatchGetObjectsAnswer. */
        class BatchGetObjectsAnswer implements IBatchGetObjectsAnswer {

            /**
             * Constructs a new BatchGetObjectsAnswer.
             * @param [properties] Properties to set
             */
            constructor(properties?: tidemark.v1.IBatchGetObjectsAnswer);

            /** One per requested object, in their order. */
            public objects: tidemark.v1.IFoundObject[];

            /** Generations that were read, by DataType. */
            public generations: { [k: string]: number };

            /**
             * Creates a new BatchGetObjectsAnswer instance using the specified properties.
             * @param [properties] Properties to set
             * @returns BatchGetObjectsAnswer instance
             */
            public static create(properties?: tidemark.v1.IBatchGetObjectsAnswer): tidemark.v1.BatchGetObjectsAnswer;

            /**
             * Encodes the specified BatchGetObjectsAnswer message. Does not implicitly {@link tidemark.v1.BatchGetObjectsAnswer.verify|verify} messages.
             * @param message BatchGetObjectsAnswer message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            public static encode(message: tidemark.v1.IBatchGetObjectsAnswer, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a BatchGetObjectsAnswer message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns BatchGetObjectsAnswer
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): tidemark.v1.BatchGetObjectsAnswer;

            /**
             * Creates a BatchGetObjectsAnswer message from a plain object. Also converts values to their respective internal types.
             * @param object Plain object
             * @returns BatchGetObjectsAnswer
             */
            public static fromObject(object: { [k: string]: any }): tidemark.v1.BatchGetObjectsAnswer;

            /**
             * Creates a plain object from a BatchGetObjectsAnswer message. Also converts values to other types if specified.
             * @param message BatchGetObjectsAnswer
             * @param [options] Conversion options
             * @returns Plain object
             */
            public static toObject(message: tidemark.v1.BatchGetObjectsAnswer, options?: $protobuf.IConversionOptions): { [k: string]: any };

            /**
             * Converts this BatchGetObjectsAnswer to JSON.
             * @returns JSON object
             */
            public toJSON(): { [k: string]: any };
        }

        /** Properties of a FoundObject. */
        interface IFoundObject {

            /** FoundObject id */
            id?: (string|null);

            /** FoundObject cells */
            cells?: (tidemark.v1.IObjectCell[]|null);

            /** Requested cells that do not exist. */
            missing?: (tidemark.v1.IMissingCell[]|null);

            /** Requested DataTypes that are left out. They are not missing. */
            omitted?: (tidemark.v1.IOmission[]|null);

            /** Whether the object may be stale, which the request allowed. */
            unmet?: (boolean|null);
        }

        /** Represents a FoundObject. */
        class FoundObject implements IFoundObject {

            /**
             * Constructs a new FoundObject.
             * @param [properties] Properties to set
             */
            constructor(properties?: tidemark.v1.IFoundObject);

            /** FoundObject id. */
            public id: string;

            /** FoundObject cells. */
            public cells: tidemark.v1.IObjectCell[];

            /** Requested cells that do not exist. */
            public missing: tidemark.v1.IMissingCell[];

            /** Requested DataTypes that are left out. They are not missing. */
            public omitted: tidemark.v1.IOmission[];

            /** Whether the object may be stale, which the request allowed. */
            public unmet: boolean;

            /**
             * Creates a new FoundObject instance using the specified properties.
             * @param [properties] Properties to set
             * @returns FoundObject instance
             */
            public static create(properties?: tidemark.v1.IFoundObject): tidemark.v1.FoundObject;

            /**
             * Encodes the specified FoundObject message. Does not implicitly {@link tidemark.v1.FoundObject.verify|verify} messages.
             * @param message FoundObject message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            public static encode(message: tidemark.v1.IFoundObject, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a FoundObject message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns FoundObject
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): tidemark.v1.FoundObject;

            /**
             * Creates a FoundObject message from a plain object. Also converts values to their respective internal types.
             * @param object Plain object
             * @returns FoundObject
             */
            public static fromObject(object: { [k: string]: any }): tidemark.v1.FoundObject;

            /**
             * Creates a plain object from a FoundObject message. Also converts values to other types if specified.
             * @param message FoundObject
             * @param [options] Conversion options
             * @returns Plain object
             */
            public static toObject(message: tidemark.v1.FoundObject, options?: $protobuf.IConversionOptions): { [k: string]: any };

            /**
             * Converts this FoundObject to JSON.
             * @returns JSON object
             */
            public toJSON(): { [k: string]: any };
        }

        /** Properties of a MissingCell. */
        interface IMissingCell {

            /** MissingCell dataType */
            dataType?: (string|null);

            /** Empty: no SubType of the DataType exists. */
            subType?: (string|null);
        }

        /** Represents a MissingCell. */
        class MissingCell implements IMissingCell {

            /**
             * Constructs a new MissingCell.
             * @param [properties] Properties to set
             */
            constructor(properties?: tidemark.v1.IMissingCell);

            /** MissingCell dataType. */
            public dataType: string;

            /** Empty: no SubType of the DataType exists. */
            public subType: string;

            /**
             * Creates a new MissingCell instance using the specified properties.
             * @param [properties] Properties to set
             * @returns MissingCell instance
             */
            public static create(properties?: tidemark.v1.IMissingCell): tidemark.v1.MissingCell;

            /**
             * Encodes the specified MissingCell message. Does not implicitly {@link tidemark.v1.MissingCell.verify|verify} messages.
             * @param message MissingCell message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            public static encode(message: tidemark.v1.IMissingCell, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a MissingCell message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns MissingCell
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): tidemark.v1.MissingCell;

            /**
             * Creates a MissingCell message from a plain object. Also converts values to their respective internal types.
             * @param object Plain object
             * @returns MissingCell
             */
            public static fromObject(object: { [k: string]: any }): tidemark.v1.MissingCell;

            /**
             * Creates a plain object from a MissingCell message. Also converts values to other types if specified.
             * @param message MissingCell
             * @param [options] Conversion options
             * @returns Plain object
             */
            public static toObject(message: tidemark.v1.MissingCell, options?: $protobuf.IConversionOptions): { [k: string]: any };

            /**
             * Converts this MissingCell to JSON.
             * @returns JSON object
             */
            public toJSON(): { [k: string]: any };
        }

        /** Properties of a PutObjectRequest. */
        interface IPutObjectRequest {

            /** PutObjectRequest corpus */
            corpus?: (string|null);

            /** PutObjectRequest id */
            id?: (string|null);

            /** PutObjectRequest dataType */
            dataType?: (string|null);

            /** PutObjectRequest subType */
            subType?: (string|null);

            /** Version: milliseconds since the Unix epoch. Absent: the current time, and newer than all acknowledged versions. */
            timestampMs?: (number|null);

            /** Serialized message of the DataType. */
            value?: (Uint8Array|null);
        }

        /** Request of `Objects.Put`: writes a version of one cell. */
        class PutObjectRequest implements IPutObjectRequest {

            /**
             * Constructs a new PutObjectRequest.
             * @param [properties] Properties to set
             */
            constructor(properties?: tidemark.v1.IPutObjectRequest);

            /** PutObjectRequest corpus. */
            public corpus: string;

            /** PutObjectRequest id. */
            public id: string;

            /** PutObjectRequest dataType. */
            public dataType: string;

            /** PutObjectRequest subType. */
            public subType: string;

            /** Version: milliseconds since the Unix epoch. Absent: the current time, and newer than all acknowledged versions. */
            public timestampMs?: (number|null);

            /** Serialized message of the DataType. */
            public value: Uint8Array;

            /** PutObjectRequest _timestampMs. */
            public _timestampMs?: "timestampMs";

            /**
             * Creates a new PutObjectRequest instance using the specified properties.
             * @param [properties] Properties to set
             * @returns PutObjectRequest instance
             */
            public static create(properties?: tidemark.v1.IPutObjectRequest): tidemark.v1.PutObjectRequest;

            /**
             * Encodes the specified PutObjectRequest message. Does not implicitly {@link tidemark.v1.PutObjectRequest.verify|verify} messages.
             * @param message PutObjectRequest message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            public static encode(message: tidemark.v1.IPutObjectRequest, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a PutObjectRequest message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns PutObjectRequest
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): tidemark.v1.PutObjectRequest;

            /**
             * Creates a PutObjectRequest message from a plain object. Also converts values to their respective internal types.
             * @param object Plain object
             * @returns PutObjectRequest
             */
            public static fromObject(object: { [k: string]: any }): tidemark.v1.PutObjectRequest;

            /**
             * Creates a plain object from a PutObjectRequest message. Also converts values to other types if specified.
             * @param message PutObjectRequest
             * @param [options] Conversion options
             * @returns Plain object
             */
            public static toObject(message: tidemark.v1.PutObjectRequest, options?: $protobuf.IConversionOptions): { [k: string]: any };

            /**
             * Converts this PutObjectRequest to JSON.
             * @returns JSON object
             */
            public toJSON(): { [k: string]: any };
        }

        /** Properties of a PutObjectAnswer. */
        interface IPutObjectAnswer {

            /** Version that was written: milliseconds since the Unix epoch. */
            timestampMs?: (number|null);

            /** Token for reads that must contain the write. */
            token?: (string|null);
        }

        /** Represents a PutObjectAnswer. */
        class PutObjectAnswer implements IPutObjectAnswer {

            /**
             * Constructs a new PutObjectAnswer.
             * @param [properties] Properties to set
             */
            constructor(properties?: tidemark.v1.IPutObjectAnswer);

            /** Version that was written: milliseconds since the Unix epoch. */
            public timestampMs: number;

            /** Token for reads that must contain the write. */
            public token: string;

            /**
             * Creates a new PutObjectAnswer instance using the specified properties.
             * @param [properties] Properties to set
             * @returns PutObjectAnswer instance
             */
            public static create(properties?: tidemark.v1.IPutObjectAnswer): tidemark.v1.PutObjectAnswer;

            /**
             * Encodes the specified PutObjectAnswer message. Does not implicitly {@link tidemark.v1.PutObjectAnswer.verify|verify} messages.
             * @param message PutObjectAnswer message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            public static encode(message: tidemark.v1.IPutObjectAnswer, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a PutObjectAnswer message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns PutObjectAnswer
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): tidemark.v1.PutObjectAnswer;

            /**
             * Creates a PutObjectAnswer message from a plain object. Also converts values to their respective internal types.
             * @param object Plain object
             * @returns PutObjectAnswer
             */
            public static fromObject(object: { [k: string]: any }): tidemark.v1.PutObjectAnswer;

            /**
             * Creates a plain object from a PutObjectAnswer message. Also converts values to other types if specified.
             * @param message PutObjectAnswer
             * @param [options] Conversion options
             * @returns Plain object
             */
            public static toObject(message: tidemark.v1.PutObjectAnswer, options?: $protobuf.IConversionOptions): { [k: string]: any };

            /**
             * Converts this PutObjectAnswer to JSON.
             * @returns JSON object
             */
            public toJSON(): { [k: string]: any };
        }

        /** Properties of a PacingState. */
        interface IPacingState {

            /** PacingState campaignId */
            campaignId?: (string|null);

            /** The campaign's day, such as `2026-11-21`. */
            day?: (string|null);

            /** `active`, `throttled` or `stopped`. */
            state?: (string|null);

            /** Share of the requests, from 0 to 1, for which the campaign may be considered: 1 when active, 0 when stopped. */
            passShare?: (number|null);

            /** Reason, such as `units_delivered`; see docs/pacing.md. */
            reason?: (string|null);

            /** PacingState unitsPurchased */
            unitsPurchased?: (number|null);

            /** Inputs of the decision: the count, its rate, and the time up to which it was complete. */
            count?: (number|null);

            /** PacingState unitsPerSecond */
            unitsPerSecond?: (number|null);

            /** PacingState completeUpToMs */
            completeUpToMs?: (number|null);

            /** PacingState decidedAtMs */
            decidedAtMs?: (number|null);

            /**
             * Leadership term of the controller, and sequence number within it. A later pair takes precedence over an earlier
             * one.
             */
            epoch?: (number|null);

            /** PacingState sequence */
            sequence?: (number|null);

            /** PacingState priority */
            priority?: (number|null);
        }

        /** Decision of the pacing controller for one campaign. The object id is the campaign's. */
        class PacingState implements IPacingState {

            /**
             * Constructs a new PacingState.
             * @param [properties] Properties to set
             */
            constructor(properties?: tidemark.v1.IPacingState);

            /** PacingState campaignId. */
            public campaignId: string;

            /** The campaign's day, such as `2026-11-21`. */
            public day: string;

            /** `active`, `throttled` or `stopped`. */
            public state: string;

            /** Share of the requests, from 0 to 1, for which the campaign may be considered: 1 when active, 0 when stopped. */
            public passShare: number;

            /** Reason, such as `units_delivered`; see docs/pacing.md. */
            public reason: string;

            /** PacingState unitsPurchased. */
            public unitsPurchased: number;

            /** Inputs of the decision: the count, its rate, and the time up to which it was complete. */
            public count: number;

            /** PacingState unitsPerSecond. */
            public unitsPerSecond: number;

            /** PacingState completeUpToMs. */
            public completeUpToMs: number;

            /** PacingState decidedAtMs. */
            public decidedAtMs: number;

            /**
             * Leadership term of the controller, and sequence number within it. A later pair takes precedence over an earlier
             * one.
             */
            public epoch: number;

            /** PacingState sequence. */
            public sequence: number;

            /** PacingState priority. */
            public priority: number;

            /**
             * Creates a new PacingState instance using the specified properties.
             * @param [properties] Properties to set
             * @returns PacingState instance
             */
            public static create(properties?: tidemark.v1.IPacingState): tidemark.v1.PacingState;

            /**
             * Encodes the specified PacingState message. Does not implicitly {@link tidemark.v1.PacingState.verify|verify} messages.
             * @param message PacingState message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            public static encode(message: tidemark.v1.IPacingState, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a PacingState message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns PacingState
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): tidemark.v1.PacingState;

            /**
             * Creates a PacingState message from a plain object. Also converts values to their respective internal types.
             * @param object Plain object
             * @returns PacingState
             */
            public static fromObject(object: { [k: string]: any }): tidemark.v1.PacingState;

            /**
             * Creates a plain object from a PacingState message. Also converts values to other types if specified.
             * @param message PacingState
             * @param [options] Conversion options
             * @returns Plain object
             */
            public static toObject(message: tidemark.v1.PacingState, options?: $protobuf.IConversionOptions): { [k: string]: any };

            /**
             * Converts this PacingState to JSON.
             * @returns JSON object
             */
            public toJSON(): { [k: string]: any };
        }

        /** Properties of a PacingChange. */
        interface IPacingChange {

            /** PacingChange state */
            state?: (tidemark.v1.IPacingState|null);
        }

        /**
         * A change of a campaign's pacing state, with the inputs of the decision. The object id is the campaign's, and each
         * version is one change, so that the versions are the campaign's control log.
         */
        class PacingChange implements IPacingChange {

            /**
             * Constructs a new PacingChange.
             * @param [properties] Properties to set
             */
            constructor(properties?: tidemark.v1.IPacingChange);

            /** PacingChange state. */
            public state?: (tidemark.v1.IPacingState|null);

            /**
             * Creates a new PacingChange instance using the specified properties.
             * @param [properties] Properties to set
             * @returns PacingChange instance
             */
            public static create(properties?: tidemark.v1.IPacingChange): tidemark.v1.PacingChange;

            /**
             * Encodes the specified PacingChange message. Does not implicitly {@link tidemark.v1.PacingChange.verify|verify} messages.
             * @param message PacingChange message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            public static encode(message: tidemark.v1.IPacingChange, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a PacingChange message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns PacingChange
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): tidemark.v1.PacingChange;

            /**
             * Creates a PacingChange message from a plain object. Also converts values to their respective internal types.
             * @param object Plain object
             * @returns PacingChange
             */
            public static fromObject(object: { [k: string]: any }): tidemark.v1.PacingChange;

            /**
             * Creates a plain object from a PacingChange message. Also converts values to other types if specified.
             * @param message PacingChange
             * @param [options] Conversion options
             * @returns Plain object
             */
            public static toObject(message: tidemark.v1.PacingChange, options?: $protobuf.IConversionOptions): { [k: string]: any };

            /**
             * Converts this PacingChange to JSON.
             * @returns JSON object
             */
            public toJSON(): { [k: string]: any };
        }

        /** Properties of a PacingSnapshot. */
        interface IPacingSnapshot {

            /** PacingSnapshot epoch */
            epoch?: (number|null);

            /** PacingSnapshot sequence */
            sequence?: (number|null);

            /** PacingSnapshot decidedAtMs */
            decidedAtMs?: (number|null);

            /** Id of the leader. */
            controller?: (string|null);

            /** States by campaign id. */
            campaigns?: (tidemark.v1.IPacingState[]|null);
        }

        /**
         * The states of all campaigns, which ad servers poll. They are in a row that is written once and is not an object's:
         * `<shard>$pacing/<epoch>-<sequence>`, in the shard of the object `pacing`. The row of that object, which also has the
         * controllers' lease, contains the snapshot in force without its campaigns.
         */
        class PacingSnapshot implements IPacingSnapshot {

            /**
             * Constructs a new PacingSnapshot.
             * @param [properties] Properties to set
             */
            constructor(properties?: tidemark.v1.IPacingSnapshot);

            /** PacingSnapshot epoch. */
            public epoch: number;

            /** PacingSnapshot sequence. */
            public sequence: number;

            /** PacingSnapshot decidedAtMs. */
            public decidedAtMs: number;

            /** Id of the leader. */
            public controller: string;

            /** States by campaign id. */
            public campaigns: tidemark.v1.IPacingState[];

            /**
             * Creates a new PacingSnapshot instance using the specified properties.
             * @param [properties] Properties to set
             * @returns PacingSnapshot instance
             */
            public static create(properties?: tidemark.v1.IPacingSnapshot): tidemark.v1.PacingSnapshot;

            /**
             * Encodes the specified PacingSnapshot message. Does not implicitly {@link tidemark.v1.PacingSnapshot.verify|verify} messages.
             * @param message PacingSnapshot message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            public static encode(message: tidemark.v1.IPacingSnapshot, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a PacingSnapshot message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns PacingSnapshot
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): tidemark.v1.PacingSnapshot;

            /**
             * Creates a PacingSnapshot message from a plain object. Also converts values to their respective internal types.
             * @param object Plain object
             * @returns PacingSnapshot
             */
            public static fromObject(object: { [k: string]: any }): tidemark.v1.PacingSnapshot;

            /**
             * Creates a plain object from a PacingSnapshot message. Also converts values to other types if specified.
             * @param message PacingSnapshot
             * @param [options] Conversion options
             * @returns Plain object
             */
            public static toObject(message: tidemark.v1.PacingSnapshot, options?: $protobuf.IConversionOptions): { [k: string]: any };

            /**
             * Converts this PacingSnapshot to JSON.
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

        /** Interests of a user, as computed by the personalization pipelines. */
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

        /** Properties of a Sketch. */
        interface ISketch {

            /** Version of this format: 1. */
            version?: (number|null);

            /** Precision p, of 2^p registers: 14. */
            precision?: (number|null);

            /** All items: their 64-bit hashes in ascending order. Small sets only; the count is exact. */
            hashes?: (Uint8Array|null);

            /** All registers, packed. */
            registers?: (Uint8Array|null);

            /** Some registers: those that a writer has raised since it wrote all of them to another cell. */
            raised?: (Uint8Array|null);

            /** CRC-32 of the bytes above. */
            checksum?: (number|null);
        }

        /**
         * Number of distinct items of a set: HyperLogLog, or the set itself while it is small. Sketches of one precision merge
         * by union, in any order and any number of times. See docs/decisions/0006-sketches.md.
         */
        class Sketch implements ISketch {

            /**
             * Constructs a new Sketch.
             * @param [properties] Properties to set
             */
            constructor(properties?: tidemark.v1.ISketch);

            /** Version of this format: 1. */
            public version: number;

            /** Precision p, of 2^p registers: 14. */
            public precision: number;

            /** All items: their 64-bit hashes in ascending order. Small sets only; the count is exact. */
            public hashes?: (Uint8Array|null);

            /** All registers, packed. */
            public registers?: (Uint8Array|null);

            /** Some registers: those that a writer has raised since it wrote all of them to another cell. */
            public raised?: (Uint8Array|null);

            /** CRC-32 of the bytes above. */
            public checksum: number;

            /** Sketch items. */
            public items?: ("hashes"|"registers"|"raised");

            /**
             * Creates a new Sketch instance using the specified properties.
             * @param [properties] Properties to set
             * @returns Sketch instance
             */
            public static create(properties?: tidemark.v1.ISketch): tidemark.v1.Sketch;

            /**
             * Encodes the specified Sketch message. Does not implicitly {@link tidemark.v1.Sketch.verify|verify} messages.
             * @param message Sketch message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            public static encode(message: tidemark.v1.ISketch, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a Sketch message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns Sketch
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): tidemark.v1.Sketch;

            /**
             * Creates a Sketch message from a plain object. Also converts values to their respective internal types.
             * @param object Plain object
             * @returns Sketch
             */
            public static fromObject(object: { [k: string]: any }): tidemark.v1.Sketch;

            /**
             * Creates a plain object from a Sketch message. Also converts values to other types if specified.
             * @param message Sketch
             * @param [options] Conversion options
             * @returns Plain object
             */
            public static toObject(message: tidemark.v1.Sketch, options?: $protobuf.IConversionOptions): { [k: string]: any };

            /**
             * Converts this Sketch to JSON.
             * @returns JSON object
             */
            public toJSON(): { [k: string]: any };
        }

        /** Properties of a StageProgress. */
        interface IStageProgress {

            /** `filter`, `consumer` or `api`. */
            stage?: (string|null);

            /** Id of this run of the process. */
            process?: (string|null);

            /** Time of the report by the process's clock. */
            atMs?: (number|null);

            /** Whether the process ended in order: its messages are settled or nacked. */
            ended?: (boolean|null);

            /**
             * Publication time of messages (for requests: arrival time) up to which everything destined for the process is
             * durable, as estimated from the order of messages. Equals at_ms when nothing waits.
             */
            settledUpToMs?: (number|null);

            /** Ages in milliseconds of the events of its last batches when they were written. */
            eventLagP50Ms?: (number|null);

            /** StageProgress eventLagP99Ms */
            eventLagP99Ms?: (number|null);

            /** From publication to durability. */
            deliveryLagP50Ms?: (number|null);

            /** StageProgress deliveryLagP99Ms */
            deliveryLagP99Ms?: (number|null);

            /** Number of outstanding messages. With `ended`: number of nacked messages. */
            heldMessages?: (number|null);

            /** StageProgress eventsPerSecond */
            eventsPerSecond?: (number|null);

            /** Messages that wait in the subscription for any process. Absent if unknown. */
            backlogMessages?: (number|null);

            /** StageProgress backlogAgeSeconds */
            backlogAgeSeconds?: (number|null);

            /** The subscription or topic that it reads. */
            source?: (string|null);

            /** Delay from an event to its publication or arrival. Absent if no event was decoded. */
            producerDelayP99Ms?: (number|null);
        }

        /**
         * Progress of one process of an ingestion stage, written by the process every second. The rows are not objects': one of
         * the minute, `<shard>$ingestion/now/<minute>/<stage>/<process>`, and for processes that read subscriptions another one
         * every ten minutes and at their end, `<shard>$ingestion/kept/<stage>/<process>`.
         */
        class StageProgress implements IStageProgress {

            /**
             * Constructs a new StageProgress.
             * @param [properties] Properties to set
             */
            constructor(properties?: tidemark.v1.IStageProgress);

            /** `filter`, `consumer` or `api`. */
            public stage: string;

            /** Id of this run of the process. */
            public process: string;

            /** Time of the report by the process's clock. */
            public atMs: number;

            /** Whether the process ended in order: its messages are settled or nacked. */
            public ended: boolean;

            /**
             * Publication time of messages (for requests: arrival time) up to which everything destined for the process is
             * durable, as estimated from the order of messages. Equals at_ms when nothing waits.
             */
            public settledUpToMs: number;

            /** Ages in milliseconds of the events of its last batches when they were written. */
            public eventLagP50Ms: number;

            /** StageProgress eventLagP99Ms. */
            public eventLagP99Ms: number;

            /** From publication to durability. */
            public deliveryLagP50Ms: number;

            /** StageProgress deliveryLagP99Ms. */
            public deliveryLagP99Ms: number;

            /** Number of outstanding messages. With `ended`: number of nacked messages. */
            public heldMessages: number;

            /** StageProgress eventsPerSecond. */
            public eventsPerSecond: number;

            /** Messages that wait in the subscription for any process. Absent if unknown. */
            public backlogMessages?: (number|null);

            /** StageProgress backlogAgeSeconds. */
            public backlogAgeSeconds?: (number|null);

            /** The subscription or topic that it reads. */
            public source: string;

            /** Delay from an event to its publication or arrival. Absent if no event was decoded. */
            public producerDelayP99Ms?: (number|null);

            /** StageProgress _backlogMessages. */
            public _backlogMessages?: "backlogMessages";

            /** StageProgress _backlogAgeSeconds. */
            public _backlogAgeSeconds?: "backlogAgeSeconds";

            /** StageProgress _producerDelayP99Ms. */
            public _producerDelayP99Ms?: "producerDelayP99Ms";

            /**
             * Creates a new StageProgress instance using the specified properties.
             * @param [properties] Properties to set
             * @returns StageProgress instance
             */
            public static create(properties?: tidemark.v1.IStageProgress): tidemark.v1.StageProgress;

            /**
             * Encodes the specified StageProgress message. Does not implicitly {@link tidemark.v1.StageProgress.verify|verify} messages.
             * @param message StageProgress message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            public static encode(message: tidemark.v1.IStageProgress, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a StageProgress message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns StageProgress
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): tidemark.v1.StageProgress;

            /**
             * Creates a StageProgress message from a plain object. Also converts values to their respective internal types.
             * @param object Plain object
             * @returns StageProgress
             */
            public static fromObject(object: { [k: string]: any }): tidemark.v1.StageProgress;

            /**
             * Creates a plain object from a StageProgress message. Also converts values to other types if specified.
             * @param message StageProgress
             * @param [options] Conversion options
             * @returns Plain object
             */
            public static toObject(message: tidemark.v1.StageProgress, options?: $protobuf.IConversionOptions): { [k: string]: any };

            /**
             * Converts this StageProgress to JSON.
             * @returns JSON object
             */
            public toJSON(): { [k: string]: any };
        }
    }
}
