/// The NDJSON format of events, one JSON object for each line, for lossless export and import.
///
/// ```json
/// {"id":"6f9a…","stream":"item-4a07…","type":"ItemCreated","schema":2,"time":"2017-04-20T11:13:14Z","tags":["…"],"data":{"name":"README.md"},"metadata":{"actor":"c13af2a0"}}
/// ```
///
/// - `stream` and `type` are required. The defaults of the other keys are: no id, schema 1, no time, no tags, no
///   data, no metadata. Unknown and repeated keys are refused.
/// - `data` is any JSON value, stored as the exact bytes without surrounding white space. Data that JSON would not
///   preserve byte for byte (bytes that are not JSON, line breaks, surrounding white space, no bytes at all) is
///   written as `dataBase64`.
/// - `metadata` is an object, stored in the same way, in which `correlationId`, `causationId` and `actor` are strings
///   within the limits of a name. Other metadata is written as `metadataBase64`.
/// - `position`, `version` and `recordedAt` are those of the source store. They are written at the end and ignored
///   when decoding.
public enum NDJSON {
    /// The maximum length of a line, without its line break: 32 MiB.
    public static let lineBytes = 32 << 20

    /// The keys of a line, in the order in which they are written.
    enum Key: String, CaseIterable {
        case id
        case stream
        case type
        case schema
        case time
        case tags
        case data
        case dataBase64
        case metadata
        case metadataBase64
        case position
        case version
        case recordedAt
    }
}
