import FeatureAPI
import Nacre

/// The fields by which requests are followed through systems.
enum RequestHeaders {
    /// The id of a request: the one that the client gives, if it is valid, or else a new one.
    ///
    /// - Parameter fields: The fields of the request.
    /// - Returns: 1 to 128 letters, digits, dots, underscores and hyphens.
    static func requestID(in fields: APIFields) -> String {
        if let given = fields["x-request-id"], (1...128).contains(given.utf8.count), given.utf8.allSatisfy(isIDByte) {
            return given
        }
        return EventID.random().description
    }

    /// The id of the trace in `traceparent` (W3C Trace Context, version 00); `nil` if there is none.
    ///
    /// - Parameter fields: The fields of the request.
    /// - Returns: 32 hexadecimal digits.
    static func traceID(in fields: APIFields) -> String? {
        guard let parts = fields["traceparent"]?.split(separator: "-"), parts.count == 4, parts[0] == "00",
            parts[1].utf8.count == 32, parts[2].utf8.count == 16, parts[3].utf8.count == 2,
            parts.allSatisfy({ $0.utf8.allSatisfy(isHexByte) }), parts[1].contains(where: { $0 != "0" }),
            parts[2].contains(where: { $0 != "0" })
        else { return nil }
        return String(parts[1])
    }

    private static func isIDByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        default: false
        }
    }

    private static func isHexByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: false
        }
    }
}
