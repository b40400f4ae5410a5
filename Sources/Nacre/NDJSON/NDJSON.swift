/// Events as text, one JSON object a line: how they leave a store and come into one without loss.
///
/// ```json
/// {"id":"6f9a…","stream":"item-4a07…","type":"ItemCreated","schema":2,"time":"2017-04-20T11:13:14Z","tags":["…"],"data":{"name":"README.md"},"metadata":{"actor":"c13af2a0"}}
/// ```
///
/// - `stream` and `type` are required. What is missing otherwise: no id, schema 1, no time, no tags, no data, no
///   metadata. Unknown and repeated keys are refused.
/// - `data` is any JSON value, kept as the exact bytes between its outer white space. What would not come back byte for
///   byte that way (bytes that are not JSON, line breaks, outer white space, nothing at all) travels as `dataBase64`.
/// - `metadata` is an object, kept the same way, in which `correlationId`, `causationId` and `actor` are strings within
///   the limits of a name. Other bytes travel as `metadataBase64`.
/// - `position`, `version` and `recordedAt` are where the event stood in the store that it comes from: written at the
///   end, passed over when read.
public enum NDJSON {
    /// The greatest length of a line, without its line break: 32 MiB.
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
