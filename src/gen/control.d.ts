// Generated from protos/ by `npm run generate`. Do not edit.
import * as $protobuf from "protobufjs";
/** Namespace tidemark. */
export namespace tidemark {

    /** Namespace local. */
    namespace local {

        /** Namespace v1. */
        namespace v1 {

            /** Properties of a ChangeLinksRequest. */
            interface IChangeLinksRequest {

                /**
                 * A region or a cluster: its id or an unambiguous prefix. Regions take precedence over clusters; the prefix `region:`
                 * or `cluster:` selects one of the two. Between two regions a change affects clients as well as replication. Empty:
                 * all, for a change that ends partitions.
                 */
                a?: (string|null);

                /** Empty: all others of its kind that exist now. */
                b?: (string|null);

                /** Full name of the instance or its last part. Empty: all. */
                instance?: (string|null);

                /** ChangeLinksRequest change */
                change?: (tidemark.local.v1.ILinkChange|null);

                /** Duration of the change, in milliseconds. 0: unlimited. */
                forMs?: (number|null);
            }

            /** Represents a ChangeLinksRequest. */
            class ChangeLinksRequest implements IChangeLinksRequest {

                /**
                 * Constructs a new ChangeLinksRequest.
                 * @param [properties] Properties to set
                 */
                constructor(properties?: tidemark.local.v1.IChangeLinksRequest);

                /**
                 * A region or a cluster: its id or an unambiguous prefix. Regions take precedence over clusters; the prefix `region:`
                 * or `cluster:` selects one of the two. Between two regions a change affects clients as well as replication. Empty:
                 * all, for a change that ends partitions.
                 */
                public a: string;

                /** Empty: all others of its kind that exist now. */
                public b: string;

                /** Full name of the instance or its last part. Empty: all. */
                public instance: string;

                /** ChangeLinksRequest change. */
                public change?: (tidemark.local.v1.ILinkChange|null);

                /** Duration of the change, in milliseconds. 0: unlimited. */
                public forMs: number;

                /**
                 * Creates a new ChangeLinksRequest instance using the specified properties.
                 * @param [properties] Properties to set
                 * @returns ChangeLinksRequest instance
                 */
                public static create(properties?: tidemark.local.v1.IChangeLinksRequest): tidemark.local.v1.ChangeLinksRequest;

                /**
                 * Encodes the specified ChangeLinksRequest message. Does not implicitly {@link tidemark.local.v1.ChangeLinksRequest.verify|verify} messages.
                 * @param message ChangeLinksRequest message or plain object to encode
                 * @param [writer] Writer to encode to
                 * @returns Writer
                 */
                public static encode(message: tidemark.local.v1.IChangeLinksRequest, writer?: $protobuf.Writer): $protobuf.Writer;

                /**
                 * Decodes a ChangeLinksRequest message from the specified reader or buffer.
                 * @param reader Reader or buffer to decode from
                 * @param [length] Message length if known beforehand
                 * @returns ChangeLinksRequest
                 * @throws {Error} If the payload is not a reader or valid buffer
                 * @throws {$protobuf.util.ProtocolError} If required fields are missing
                 */
                public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): tidemark.local.v1.ChangeLinksRequest;

                /**
                 * Creates a ChangeLinksRequest message from a plain object. Also converts values to their respective internal types.
                 * @param object Plain object
                 * @returns ChangeLinksRequest
                 */
                public static fromObject(object: { [k: string]: any }): tidemark.local.v1.ChangeLinksRequest;

                /**
                 * Creates a plain object from a ChangeLinksRequest message. Also converts values to other types if specified.
                 * @param message ChangeLinksRequest
                 * @param [options] Conversion options
                 * @returns Plain object
                 */
                public static toObject(message: tidemark.local.v1.ChangeLinksRequest, options?: $protobuf.IConversionOptions): { [k: string]: any };

                /**
                 * Converts this ChangeLinksRequest to JSON.
                 * @returns JSON object
                 */
                public toJSON(): { [k: string]: any };
            }

            /** Properties of a LinkChange. */
            interface ILinkChange {

                /** One-way delay, in milliseconds. */
                delayMs?: (number|null);

                /** Maximum random additional delay, in milliseconds. */
                jitterMs?: (number|null);

                /** Bandwidth. 0: unlimited. */
                bytesPerSecond?: (number|null);

                /** Probability, from 0 to 1, that a transmission or its acknowledgement is lost and repeated. */
                dropRate?: (number|null);

                /** Time that the sender waits for an acknowledgement, in milliseconds. */
                retryMs?: (number|null);

                /** Whether rows overtake each other, as jitter determines. The commits of one row do not. */
                reorderRows?: (boolean|null);

                /** LinkChange partitioned */
                partitioned?: (boolean|null);

                /** Whether every commit arrives independently, so that commits of one row overtake each other as well. */
                reorderWithinRow?: (boolean|null);
            }

            /** A change of a link. Absent fields stay unchanged. */
            class LinkChange implements ILinkChange {

                /**
                 * Constructs a new LinkChange.
                 * @param [properties] Properties to set
                 */
                constructor(properties?: tidemark.local.v1.ILinkChange);

                /** One-way delay, in milliseconds. */
                public delayMs?: (number|null);

                /** Maximum random additional delay, in milliseconds. */
                public jitterMs?: (number|null);

                /** Bandwidth. 0: unlimited. */
                public bytesPerSecond?: (number|null);

                /** Probability, from 0 to 1, that a transmission or its acknowledgement is lost and repeated. */
                public dropRate?: (number|null);

                /** Time that the sender waits for an acknowledgement, in milliseconds. */
                public retryMs?: (number|null);

                /** Whether rows overtake each other, as jitter determines. The commits of one row do not. */
                public reorderRows?: (boolean|null);

                /** LinkChange partitioned. */
                public partitioned?: (boolean|null);

                /** Whether every commit arrives independently, so that commits of one row overtake each other as well. */
                public reorderWithinRow?: (boolean|null);

                /** LinkChange _delayMs. */
                public _delayMs?: "delayMs";

                /** LinkChange _jitterMs. */
                public _jitterMs?: "jitterMs";

                /** LinkChange _bytesPerSecond. */
                public _bytesPerSecond?: "bytesPerSecond";

                /** LinkChange _dropRate. */
                public _dropRate?: "dropRate";

                /** LinkChange _retryMs. */
                public _retryMs?: "retryMs";

                /** LinkChange _reorderRows. */
                public _reorderRows?: "reorderRows";

                /** LinkChange _partitioned. */
                public _partitioned?: "partitioned";

                /** LinkChange _reorderWithinRow. */
                public _reorderWithinRow?: "reorderWithinRow";

                /**
                 * Creates a new LinkChange instance using the specified properties.
                 * @param [properties] Properties to set
                 * @returns LinkChange instance
                 */
                public static create(properties?: tidemark.local.v1.ILinkChange): tidemark.local.v1.LinkChange;

                /**
                 * Encodes the specified LinkChange message. Does not implicitly {@link tidemark.local.v1.LinkChange.verify|verify} messages.
                 * @param message LinkChange message or plain object to encode
                 * @param [writer] Writer to encode to
                 * @returns Writer
                 */
                public static encode(message: tidemark.local.v1.ILinkChange, writer?: $protobuf.Writer): $protobuf.Writer;

                /**
                 * Decodes a LinkChange message from the specified reader or buffer.
                 * @param reader Reader or buffer to decode from
                 * @param [length] Message length if known beforehand
                 * @returns LinkChange
                 * @throws {Error} If the payload is not a reader or valid buffer
                 * @throws {$protobuf.util.ProtocolError} If required fields are missing
                 */
                public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): tidemark.local.v1.LinkChange;

                /**
                 * Creates a LinkChange message from a plain object. Also converts values to their respective internal types.
                 * @param object Plain object
                 * @returns LinkChange
                 */
                public static fromObject(object: { [k: string]: any }): tidemark.local.v1.LinkChange;

                /**
                 * Creates a plain object from a LinkChange message. Also converts values to other types if specified.
                 * @param message LinkChange
                 * @param [options] Conversion options
                 * @returns Plain object
                 */
                public static toObject(message: tidemark.local.v1.LinkChange, options?: $protobuf.IConversionOptions): { [k: string]: any };

                /**
                 * Converts this LinkChange to JSON.
                 * @returns JSON object
                 */
                public toJSON(): { [k: string]: any };
            }

            /** Properties of a ChangeClustersRequest. */
            interface IChangeClustersRequest {

                /** A region or a cluster, named as in ChangeLinksRequest. */
                name?: (string|null);

                /** Full name of the instance or its last part. Empty: all. */
                instance?: (string|null);

                /** ChangeClustersRequest change */
                change?: (tidemark.local.v1.IClusterChange|null);

                /** Duration of the change, in milliseconds. 0: unlimited. */
                forMs?: (number|null);
            }

            /** Represents a ChangeClustersRequest. */
            class ChangeClustersRequest implements IChangeClustersRequest {

                /**
                 * Constructs a new ChangeClustersRequest.
                 * @param [properties] Properties to set
                 */
                constructor(properties?: tidemark.local.v1.IChangeClustersRequest);

                /** A region or a cluster, named as in ChangeLinksRequest. */
                public name: string;

                /** Full name of the instance or its last part. Empty: all. */
                public instance: string;

                /** ChangeClustersRequest change. */
                public change?: (tidemark.local.v1.IClusterChange|null);

                /** Duration of the change, in milliseconds. 0: unlimited. */
                public forMs: number;

                /**
                 * Creates a new ChangeClustersRequest instance using the specified properties.
                 * @param [properties] Properties to set
                 * @returns ChangeClustersRequest instance
                 */
                public static create(properties?: tidemark.local.v1.IChangeClustersRequest): tidemark.local.v1.ChangeClustersRequest;

                /**
                 * Encodes the specified ChangeClustersRequest message. Does not implicitly {@link tidemark.local.v1.ChangeClustersRequest.verify|verify} messages.
                 * @param message ChangeClustersRequest message or plain object to encode
                 * @param [writer] Writer to encode to
                 * @returns Writer
                 */
                public static encode(message: tidemark.local.v1.IChangeClustersRequest, writer?: $protobuf.Writer): $protobuf.Writer;

                /**
                 * Decodes a ChangeClustersRequest message from the specified reader or buffer.
                 * @param reader Reader or buffer to decode from
                 * @param [length] Message length if known beforehand
                 * @returns ChangeClustersRequest
                 * @throws {Error} If the payload is not a reader or valid buffer
                 * @throws {$protobuf.util.ProtocolError} If required fields are missing
                 */
                public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): tidemark.local.v1.ChangeClustersRequest;

                /**
                 * Creates a ChangeClustersRequest message from a plain object. Also converts values to their respective internal types.
                 * @param object Plain object
                 * @returns ChangeClustersRequest
                 */
                public static fromObject(object: { [k: string]: any }): tidemark.local.v1.ChangeClustersRequest;

                /**
                 * Creates a plain object from a ChangeClustersRequest message. Also converts values to other types if specified.
                 * @param message ChangeClustersRequest
                 * @param [options] Conversion options
                 * @returns Plain object
                 */
                public static toObject(message: tidemark.local.v1.ChangeClustersRequest, options?: $protobuf.IConversionOptions): { [k: string]: any };

                /**
                 * Converts this ChangeClustersRequest to JSON.
                 * @returns JSON object
                 */
                public toJSON(): { [k: string]: any };
            }

            /** Properties of a ClusterChange. */
            interface IClusterChange {

                /** A stopped cluster serves no requests and does not replicate. It loses nothing. */
                stopped?: (boolean|null);

                /** Additional latency of each request, in milliseconds. */
                slowMs?: (number|null);

                /** Share of requests that fail with UNAVAILABLE, from 0 to 1. */
                errorRate?: (number|null);

                /** Lead of the cluster's wall clock, in whole milliseconds. Negative: behind. */
                clockSkewMs?: (number|null);
            }

            /** A change of a cluster. Absent fields stay unchanged. */
            class ClusterChange implements IClusterChange {

                /**
                 * Constructs a new ClusterChange.
                 * @param [properties] Properties to set
                 */
                constructor(properties?: tidemark.local.v1.IClusterChange);

                /** A stopped cluster serves no requests and does not replicate. It loses nothing. */
                public stopped?: (boolean|null);

                /** Additional latency of each request, in milliseconds. */
                public slowMs?: (number|null);

                /** Share of requests that fail with UNAVAILABLE, from 0 to 1. */
                public errorRate?: (number|null);

                /** Lead of the cluster's wall clock, in whole milliseconds. Negative: behind. */
                public clockSkewMs?: (number|null);

                /** ClusterChange _stopped. */
                public _stopped?: "stopped";

                /** ClusterChange _slowMs. */
                public _slowMs?: "slowMs";

                /** ClusterChange _errorRate. */
                public _errorRate?: "errorRate";

                /** ClusterChange _clockSkewMs. */
                public _clockSkewMs?: "clockSkewMs";

                /**
                 * Creates a new ClusterChange instance using the specified properties.
                 * @param [properties] Properties to set
                 * @returns ClusterChange instance
                 */
                public static create(properties?: tidemark.local.v1.IClusterChange): tidemark.local.v1.ClusterChange;

                /**
                 * Encodes the specified ClusterChange message. Does not implicitly {@link tidemark.local.v1.ClusterChange.verify|verify} messages.
                 * @param message ClusterChange message or plain object to encode
                 * @param [writer] Writer to encode to
                 * @returns Writer
                 */
                public static encode(message: tidemark.local.v1.IClusterChange, writer?: $protobuf.Writer): $protobuf.Writer;

                /**
                 * Decodes a ClusterChange message from the specified reader or buffer.
                 * @param reader Reader or buffer to decode from
                 * @param [length] Message length if known beforehand
                 * @returns ClusterChange
                 * @throws {Error} If the payload is not a reader or valid buffer
                 * @throws {$protobuf.util.ProtocolError} If required fields are missing
                 */
                public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): tidemark.local.v1.ClusterChange;

                /**
                 * Creates a ClusterChange message from a plain object. Also converts values to their respective internal types.
                 * @param object Plain object
                 * @returns ClusterChange
                 */
                public static fromObject(object: { [k: string]: any }): tidemark.local.v1.ClusterChange;

                /**
                 * Creates a plain object from a ClusterChange message. Also converts values to other types if specified.
                 * @param message ClusterChange
                 * @param [options] Conversion options
                 * @returns Plain object
                 */
                public static toObject(message: tidemark.local.v1.ClusterChange, options?: $protobuf.IConversionOptions): { [k: string]: any };

                /**
                 * Converts this ClusterChange to JSON.
                 * @returns JSON object
                 */
                public toJSON(): { [k: string]: any };
            }

            /** Properties of a ResetRequest. */
            interface IResetRequest {
            }

            /** Represents a ResetRequest. */
            class ResetRequest implements IResetRequest {

                /**
                 * Constructs a new ResetRequest.
                 * @param [properties] Properties to set
                 */
                constructor(properties?: tidemark.local.v1.IResetRequest);

                /**
                 * Creates a new ResetRequest instance using the specified properties.
                 * @param [properties] Properties to set
                 * @returns ResetRequest instance
                 */
                public static create(properties?: tidemark.local.v1.IResetRequest): tidemark.local.v1.ResetRequest;

                /**
                 * Encodes the specified ResetRequest message. Does not implicitly {@link tidemark.local.v1.ResetRequest.verify|verify} messages.
                 * @param message ResetRequest message or plain object to encode
                 * @param [writer] Writer to encode to
                 * @returns Writer
                 */
                public static encode(message: tidemark.local.v1.IResetRequest, writer?: $protobuf.Writer): $protobuf.Writer;

                /**
                 * Decodes a ResetRequest message from the specified reader or buffer.
                 * @param reader Reader or buffer to decode from
                 * @param [length] Message length if known beforehand
                 * @returns ResetRequest
                 * @throws {Error} If the payload is not a reader or valid buffer
                 * @throws {$protobuf.util.ProtocolError} If required fields are missing
                 */
                public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): tidemark.local.v1.ResetRequest;

                /**
                 * Creates a ResetRequest message from a plain object. Also converts values to their respective internal types.
                 * @param object Plain object
                 * @returns ResetRequest
                 */
                public static fromObject(object: { [k: string]: any }): tidemark.local.v1.ResetRequest;

                /**
                 * Creates a plain object from a ResetRequest message. Also converts values to other types if specified.
                 * @param message ResetRequest
                 * @param [options] Conversion options
                 * @returns Plain object
                 */
                public static toObject(message: tidemark.local.v1.ResetRequest, options?: $protobuf.IConversionOptions): { [k: string]: any };

                /**
                 * Converts this ResetRequest to JSON.
                 * @returns JSON object
                 */
                public toJSON(): { [k: string]: any };
            }

            /** Properties of a ChangeResponse. */
            interface IChangeResponse {

                /** Description of each change, such as `region asia-east1 - region europe-west1`. */
                changed?: (string[]|null);
            }

            /** Represents a ChangeResponse. */
            class ChangeResponse implements IChangeResponse {

                /**
                 * Constructs a new ChangeResponse.
                 * @param [properties] Properties to set
                 */
                constructor(properties?: tidemark.local.v1.IChangeResponse);

                /** Description of each change, such as `region asia-east1 - region europe-west1`. */
                public changed: string[];

                /**
                 * Creates a new ChangeResponse instance using the specified properties.
                 * @param [properties] Properties to set
                 * @returns ChangeResponse instance
                 */
                public static create(properties?: tidemark.local.v1.IChangeResponse): tidemark.local.v1.ChangeResponse;

                /**
                 * Encodes the specified ChangeResponse message. Does not implicitly {@link tidemark.local.v1.ChangeResponse.verify|verify} messages.
                 * @param message ChangeResponse message or plain object to encode
                 * @param [writer] Writer to encode to
                 * @returns Writer
                 */
                public static encode(message: tidemark.local.v1.IChangeResponse, writer?: $protobuf.Writer): $protobuf.Writer;

                /**
                 * Decodes a ChangeResponse message from the specified reader or buffer.
                 * @param reader Reader or buffer to decode from
                 * @param [length] Message length if known beforehand
                 * @returns ChangeResponse
                 * @throws {Error} If the payload is not a reader or valid buffer
                 * @throws {$protobuf.util.ProtocolError} If required fields are missing
                 */
                public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): tidemark.local.v1.ChangeResponse;

                /**
                 * Creates a ChangeResponse message from a plain object. Also converts values to their respective internal types.
                 * @param object Plain object
                 * @returns ChangeResponse
                 */
                public static fromObject(object: { [k: string]: any }): tidemark.local.v1.ChangeResponse;

                /**
                 * Creates a plain object from a ChangeResponse message. Also converts values to other types if specified.
                 * @param message ChangeResponse
                 * @param [options] Conversion options
                 * @returns Plain object
                 */
                public static toObject(message: tidemark.local.v1.ChangeResponse, options?: $protobuf.IConversionOptions): { [k: string]: any };

                /**
                 * Converts this ChangeResponse to JSON.
                 * @returns JSON object
                 */
                public toJSON(): { [k: string]: any };
            }

            /** Properties of a GetStatusRequest. */
            interface IGetStatusRequest {

                /** Full name of the instance or its last part. Empty: all. */
                instance?: (string|null);
            }

            /** Represents a GetStatusRequest. */
            class GetStatusRequest implements IGetStatusRequest {

                /**
                 * Constructs a new GetStatusRequest.
                 * @param [properties] Properties to set
                 */
                constructor(properties?: tidemark.local.v1.IGetStatusRequest);

                /** Full name of the instance or its last part. Empty: all. */
                public instance: string;

                /**
                 * Creates a new GetStatusRequest instance using the specified properties.
                 * @param [properties] Properties to set
                 * @returns GetStatusRequest instance
                 */
                public static create(properties?: tidemark.local.v1.IGetStatusRequest): tidemark.local.v1.GetStatusRequest;

                /**
                 * Encodes the specified GetStatusRequest message. Does not implicitly {@link tidemark.local.v1.GetStatusRequest.verify|verify} messages.
                 * @param message GetStatusRequest message or plain object to encode
                 * @param [writer] Writer to encode to
                 * @returns Writer
                 */
                public static encode(message: tidemark.local.v1.IGetStatusRequest, writer?: $protobuf.Writer): $protobuf.Writer;

                /**
                 * Decodes a GetStatusRequest message from the specified reader or buffer.
                 * @param reader Reader or buffer to decode from
                 * @param [length] Message length if known beforehand
                 * @returns GetStatusRequest
                 * @throws {Error} If the payload is not a reader or valid buffer
                 * @throws {$protobuf.util.ProtocolError} If required fields are missing
                 */
                public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): tidemark.local.v1.GetStatusRequest;

                /**
                 * Creates a GetStatusRequest message from a plain object. Also converts values to their respective internal types.
                 * @param object Plain object
                 * @returns GetStatusRequest
                 */
                public static fromObject(object: { [k: string]: any }): tidemark.local.v1.GetStatusRequest;

                /**
                 * Creates a plain object from a GetStatusRequest message. Also converts values to other types if specified.
                 * @param message GetStatusRequest
                 * @param [options] Conversion options
                 * @returns Plain object
                 */
                public static toObject(message: tidemark.local.v1.GetStatusRequest, options?: $protobuf.IConversionOptions): { [k: string]: any };

                /**
                 * Converts this GetStatusRequest to JSON.
                 * @returns JSON object
                 */
                public toJSON(): { [k: string]: any };
            }

            /** Properties of a Status. */
            interface IStatus {

                /** Status instances */
                instances?: (tidemark.local.v1.IInstanceStatus[]|null);

                /** Faults with a limited duration. */
                timed?: (tidemark.local.v1.ITimedFault[]|null);
            }

            /** Represents a Status. */
            class Status implements IStatus {

                /**
                 * Constructs a new Status.
                 * @param [properties] Properties to set
                 */
                constructor(properties?: tidemark.local.v1.IStatus);

                /** Status instances. */
                public instances: tidemark.local.v1.IInstanceStatus[];

                /** Faults with a limited duration. */
                public timed: tidemark.local.v1.ITimedFault[];

                /**
                 * Creates a new Status instance using the specified properties.
                 * @param [properties] Properties to set
                 * @returns Status instance
                 */
                public static create(properties?: tidemark.local.v1.IStatus): tidemark.local.v1.Status;

                /**
                 * Encodes the specified Status message. Does not implicitly {@link tidemark.local.v1.Status.verify|verify} messages.
                 * @param message Status message or plain object to encode
                 * @param [writer] Writer to encode to
                 * @returns Writer
                 */
                public static encode(message: tidemark.local.v1.IStatus, writer?: $protobuf.Writer): $protobuf.Writer;

                /**
                 * Decodes a Status message from the specified reader or buffer.
                 * @param reader Reader or buffer to decode from
                 * @param [length] Message length if known beforehand
                 * @returns Status
                 * @throws {Error} If the payload is not a reader or valid buffer
                 * @throws {$protobuf.util.ProtocolError} If required fields are missing
                 */
                public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): tidemark.local.v1.Status;

                /**
                 * Creates a Status message from a plain object. Also converts values to their respective internal types.
                 * @param object Plain object
                 * @returns Status
                 */
                public static fromObject(object: { [k: string]: any }): tidemark.local.v1.Status;

                /**
                 * Creates a plain object from a Status message. Also converts values to other types if specified.
                 * @param message Status
                 * @param [options] Conversion options
                 * @returns Plain object
                 */
                public static toObject(message: tidemark.local.v1.Status, options?: $protobuf.IConversionOptions): { [k: string]: any };

                /**
                 * Converts this Status to JSON.
                 * @returns JSON object
                 */
                public toJSON(): { [k: string]: any };
            }

            /** Properties of an InstanceStatus. */
            interface IInstanceStatus {

                /** `projects/…/instances/…` */
                name?: (string|null);

                /** InstanceStatus clusters */
                clusters?: (tidemark.local.v1.IClusterStatus[]|null);

                /** InstanceStatus links */
                links?: (tidemark.local.v1.ILinkStatus[]|null);

                /** InstanceStatus tables */
                tables?: (number|null);

                /** Number of rows that differ between clusters. */
                pendingRows?: (number|null);
            }

            /** Represents an InstanceStatus. */
            class InstanceStatus implements IInstanceStatus {

                /**
                 * Constructs a new InstanceStatus.
                 * @param [properties] Properties to set
                 */
                constructor(properties?: tidemark.local.v1.IInstanceStatus);

                /** `projects/…/instances/…` */
                public name: string;

                /** InstanceStatus clusters. */
                public clusters: tidemark.local.v1.IClusterStatus[];

                /** InstanceStatus links. */
                public links: tidemark.local.v1.ILinkStatus[];

                /** InstanceStatus tables. */
                public tables: number;

                /** Number of rows that differ between clusters. */
                public pendingRows: number;

                /**
                 * Creates a new InstanceStatus instance using the specified properties.
                 * @param [properties] Properties to set
                 * @returns InstanceStatus instance
                 */
                public static create(properties?: tidemark.local.v1.IInstanceStatus): tidemark.local.v1.InstanceStatus;

                /**
                 * Encodes the specified InstanceStatus message. Does not implicitly {@link tidemark.local.v1.InstanceStatus.verify|verify} messages.
                 * @param message InstanceStatus message or plain object to encode
                 * @param [writer] Writer to encode to
                 * @returns Writer
                 */
                public static encode(message: tidemark.local.v1.IInstanceStatus, writer?: $protobuf.Writer): $protobuf.Writer;

                /**
                 * Decodes an InstanceStatus message from the specified reader or buffer.
                 * @param reader Reader or buffer to decode from
                 * @param [length] Message length if known beforehand
                 * @returns InstanceStatus
                 * @throws {Error} If the payload is not a reader or valid buffer
                 * @throws {$protobuf.util.ProtocolError} If required fields are missing
                 */
                public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): tidemark.local.v1.InstanceStatus;

                /**
                 * Creates an InstanceStatus message from a plain object. Also converts values to their respective internal types.
                 * @param object Plain object
                 * @returns InstanceStatus
                 */
                public static fromObject(object: { [k: string]: any }): tidemark.local.v1.InstanceStatus;

                /**
                 * Creates a plain object from an InstanceStatus message. Also converts values to other types if specified.
                 * @param message InstanceStatus
                 * @param [options] Conversion options
                 * @returns Plain object
                 */
                public static toObject(message: tidemark.local.v1.InstanceStatus, options?: $protobuf.IConversionOptions): { [k: string]: any };

                /**
                 * Converts this InstanceStatus to JSON.
                 * @returns JSON object
                 */
                public toJSON(): { [k: string]: any };
            }

            /** Properties of a ClusterStatus. */
            interface IClusterStatus {

                /** ClusterStatus id */
                id?: (string|null);

                /** ClusterStatus region */
                region?: (string|null);

                /** ClusterStatus zone */
                zone?: (string|null);

                /** ClusterStatus stopped */
                stopped?: (boolean|null);

                /** ClusterStatus slowMs */
                slowMs?: (number|null);

                /** ClusterStatus errorRate */
                errorRate?: (number|null);

                /** ClusterStatus clockSkewMs */
                clockSkewMs?: (number|null);

                /** Number of commits of other clusters that it has not applied yet. */
                pendingCommits?: (number|null);
            }

            /** Represents a ClusterStatus. */
            class ClusterStatus implements IClusterStatus {

                /**
                 * Constructs a new ClusterStatus.
                 * @param [properties] Properties to set
                 */
                constructor(properties?: tidemark.local.v1.IClusterStatus);

                /** ClusterStatus id. */
                public id: string;

                /** ClusterStatus region. */
                public region: string;

                /** ClusterStatus zone. */
                public zone: string;

                /** ClusterStatus stopped. */
                public stopped: boolean;

                /** ClusterStatus slowMs. */
                public slowMs: number;

                /** ClusterStatus errorRate. */
                public errorRate: number;

                /** ClusterStatus clockSkewMs. */
                public clockSkewMs: number;

                /** Number of commits of other clusters that it has not applied yet. */
                public pendingCommits: number;

                /**
                 * Creates a new ClusterStatus instance using the specified properties.
                 * @param [properties] Properties to set
                 * @returns ClusterStatus instance
                 */
                public static create(properties?: tidemark.local.v1.IClusterStatus): tidemark.local.v1.ClusterStatus;

                /**
                 * Encodes the specified ClusterStatus message. Does not implicitly {@link tidemark.local.v1.ClusterStatus.verify|verify} messages.
                 * @param message ClusterStatus message or plain object to encode
                 * @param [writer] Writer to encode to
                 * @returns Writer
                 */
                public static encode(message: tidemark.local.v1.IClusterStatus, writer?: $protobuf.Writer): $protobuf.Writer;

                /**
                 * Decodes a ClusterStatus message from the specified reader or buffer.
                 * @param reader Reader or buffer to decode from
                 * @param [length] Message length if known beforehand
                 * @returns ClusterStatus
                 * @throws {Error} If the payload is not a reader or valid buffer
                 * @throws {$protobuf.util.ProtocolError} If required fields are missing
                 */
                public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): tidemark.local.v1.ClusterStatus;

                /**
                 * Creates a ClusterStatus message from a plain object. Also converts values to their respective internal types.
                 * @param object Plain object
                 * @returns ClusterStatus
                 */
                public static fromObject(object: { [k: string]: any }): tidemark.local.v1.ClusterStatus;

                /**
                 * Creates a plain object from a ClusterStatus message. Also converts values to other types if specified.
                 * @param message ClusterStatus
                 * @param [options] Conversion options
                 * @returns Plain object
                 */
                public static toObject(message: tidemark.local.v1.ClusterStatus, options?: $protobuf.IConversionOptions): { [k: string]: any };

                /**
                 * Converts this ClusterStatus to JSON.
                 * @returns JSON object
                 */
                public toJSON(): { [k: string]: any };
            }

            /** Properties of a LinkStatus. */
            interface ILinkStatus {

                /** Cluster ids. */
                from?: (string|null);

                /** LinkStatus to */
                to?: (string|null);

                /** Current conditions, with all fields present. */
                conditions?: (tidemark.local.v1.ILinkChange|null);

                /** Whether the link is partitioned, or one of its ends is stopped. */
                blocked?: (boolean|null);

                /** Number of commits in flight. */
                backlog?: (number|null);

                /** Age of the oldest commit in flight by the wall clock of `from`, in milliseconds. 0 if there is none. */
                lagMs?: (number|null);

                /** Commit timestamp of `from` up to which `to` has everything, in microseconds since the Unix epoch. */
                deliveredUpTo?: (number|null);
            }

            /** A link carries the commits of one cluster to another. */
            class LinkStatus implements ILinkStatus {

                /**
                 * Constructs a new LinkStatus.
                 * @param [properties] Properties to set
                 */
                constructor(properties?: tidemark.local.v1.ILinkStatus);

                /** Cluster ids. */
                public from: string;

                /** LinkStatus to. */
                public to: string;

                /** Current conditions, with all fields present. */
                public conditions?: (tidemark.local.v1.ILinkChange|null);

                /** Whether the link is partitioned, or one of its ends is stopped. */
                public blocked: boolean;

                /** Number of commits in flight. */
                public backlog: number;

                /** Age of the oldest commit in flight by the wall clock of `from`, in milliseconds. 0 if there is none. */
                public lagMs: number;

                /** Commit timestamp of `from` up to which `to` has everything, in microseconds since the Unix epoch. */
                public deliveredUpTo: number;

                /**
                 * Creates a new LinkStatus instance using the specified properties.
                 * @param [properties] Properties to set
                 * @returns LinkStatus instance
                 */
                public static create(properties?: tidemark.local.v1.ILinkStatus): tidemark.local.v1.LinkStatus;

                /**
                 * Encodes the specified LinkStatus message. Does not implicitly {@link tidemark.local.v1.LinkStatus.verify|verify} messages.
                 * @param message LinkStatus message or plain object to encode
                 * @param [writer] Writer to encode to
                 * @returns Writer
                 */
                public static encode(message: tidemark.local.v1.ILinkStatus, writer?: $protobuf.Writer): $protobuf.Writer;

                /**
                 * Decodes a LinkStatus message from the specified reader or buffer.
                 * @param reader Reader or buffer to decode from
                 * @param [length] Message length if known beforehand
                 * @returns LinkStatus
                 * @throws {Error} If the payload is not a reader or valid buffer
                 * @throws {$protobuf.util.ProtocolError} If required fields are missing
                 */
                public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): tidemark.local.v1.LinkStatus;

                /**
                 * Creates a LinkStatus message from a plain object. Also converts values to their respective internal types.
                 * @param object Plain object
                 * @returns LinkStatus
                 */
                public static fromObject(object: { [k: string]: any }): tidemark.local.v1.LinkStatus;

                /**
                 * Creates a plain object from a LinkStatus message. Also converts values to other types if specified.
                 * @param message LinkStatus
                 * @param [options] Conversion options
                 * @returns Plain object
                 */
                public static toObject(message: tidemark.local.v1.LinkStatus, options?: $protobuf.IConversionOptions): { [k: string]: any };

                /**
                 * Converts this LinkStatus to JSON.
                 * @returns JSON object
                 */
                public toJSON(): { [k: string]: any };
            }

            /** Properties of a TimedFault. */
            interface ITimedFault {

                /** Description, such as `cluster eu-b: stopped`. */
                description?: (string|null);

                /** TimedFault remainingMs */
                remainingMs?: (number|null);
            }

            /** Represents a TimedFault. */
            class TimedFault implements ITimedFault {

                /**
                 * Constructs a new TimedFault.
                 * @param [properties] Properties to set
                 */
                constructor(properties?: tidemark.local.v1.ITimedFault);

                /** Description, such as `cluster eu-b: stopped`. */
                public description: string;

                /** TimedFault remainingMs. */
                public remainingMs: number;

                /**
                 * Creates a new TimedFault instance using the specified properties.
                 * @param [properties] Properties to set
                 * @returns TimedFault instance
                 */
                public static create(properties?: tidemark.local.v1.ITimedFault): tidemark.local.v1.TimedFault;

                /**
                 * Encodes the specified TimedFault message. Does not implicitly {@link tidemark.local.v1.TimedFault.verify|verify} messages.
                 * @param message TimedFault message or plain object to encode
                 * @param [writer] Writer to encode to
                 * @returns Writer
                 */
                public static encode(message: tidemark.local.v1.ITimedFault, writer?: $protobuf.Writer): $protobuf.Writer;

                /**
                 * Decodes a TimedFault message from the specified reader or buffer.
                 * @param reader Reader or buffer to decode from
                 * @param [length] Message length if known beforehand
                 * @returns TimedFault
                 * @throws {Error} If the payload is not a reader or valid buffer
                 * @throws {$protobuf.util.ProtocolError} If required fields are missing
                 */
                public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): tidemark.local.v1.TimedFault;

                /**
                 * Creates a TimedFault message from a plain object. Also converts values to their respective internal types.
                 * @param object Plain object
                 * @returns TimedFault
                 */
                public static fromObject(object: { [k: string]: any }): tidemark.local.v1.TimedFault;

                /**
                 * Creates a plain object from a TimedFault message. Also converts values to other types if specified.
                 * @param message TimedFault
                 * @param [options] Conversion options
                 * @returns Plain object
                 */
                public static toObject(message: tidemark.local.v1.TimedFault, options?: $protobuf.IConversionOptions): { [k: string]: any };

                /**
                 * Converts this TimedFault to JSON.
                 * @returns JSON object
                 */
                public toJSON(): { [k: string]: any };
            }
        }
    }
}
