import DomainKit

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Foundation types that are stored in another form than their `Codable` conformance writes.
enum FoundationScalars {
    /// Whether a type is one of them, without a conformance lookup at run time.
    @inline(__always)
    static func contain<Value>(_ type: Value.Type) -> Bool {
        type == Date.self || type == UUID.self || type == Decimal.self || type == Data.self || type == URL.self
    }
}

/// The 36-character form, written in lower case and read in either case.
extension UUID: JSONScalar {
    init(_ document: JSONDocument, at node: Int) throws(JSONError) {
        let text = try document.string(at: node)
        guard let id = UUID(uuidString: text) else {
            throw document.malformed("the 36-character form of a UUID", text, at: node)
        }
        self = id
    }

    func write(to writer: inout JSONWriter) throws(JSONError) {
        // In lower case, like all ids in events; `uuidString` is in upper case.
        writer.string(EventID(self).description)
    }
}

/// Base64 (RFC 4648, with padding).
extension Data: JSONScalar {
    init(_ document: JSONDocument, at node: Int) throws(JSONError) {
        let text = try document.string(at: node)
        guard let bytes = try? Base64.decode(text) else {
            throw document.malformed("Base64 (RFC 4648, with padding)", text, at: node)
        }
        self.init(bytes)
    }

    func write(to writer: inout JSONWriter) throws(JSONError) {
        writer.string(base64EncodedString())
    }
}

/// The absolute string of the URL.
extension URL: JSONScalar {
    init(_ document: JSONDocument, at node: Int) throws(JSONError) {
        let text = try document.string(at: node)
        guard let url = URL(string: text) else { throw document.malformed("a URL", text, at: node) }
        self = url
    }

    func write(to writer: inout JSONWriter) throws(JSONError) {
        writer.string(absoluteString)
    }
}

/// A number with all its digits.
extension Decimal: JSONScalar {
    init(_ document: JSONDocument, at node: Int) throws(JSONError) {
        self = try document.number(at: node) { Decimal(string: $0) }
    }

    func write(to writer: inout JSONWriter) throws(JSONError) {
        guard isFinite else { throw JSONError(.outOfRange, at: writer.bytes.count, "JSON has no number for \(self)") }
        writer.value { $0.append(contentsOf: description.utf8) }
    }
}

/// An RFC 3339 time in UTC like that of an `Instant`, with 0, 3, 6 or 9 decimals: the fewest that preserve the date.
///
/// A `Date` within seven weeks of 2001-01-01 can be more precise than a nanosecond; it is rounded.
extension Date: JSONScalar {
    init(_ document: JSONDocument, at node: Int) throws(JSONError) {
        let text = try document.string(at: node)
        do {
            self.init(nanosecondsSince1970: try Instant(parsing: text).nanosecondsSince1970)
        } catch {
            throw document.error(error.message, at: node)
        }
    }

    func write(to writer: inout JSONWriter) throws(JSONError) {
        guard let instant else {
            throw JSONError(
                .outOfRange, at: writer.bytes.count,
                "a date \(timeIntervalSince1970) seconds after 1970 cannot be stored: give a date from \(Instant.earliest) to \(Instant.latest)"
            )
        }
        writer.value { bytes in
            bytes.append(UInt8(ascii: "\""))
            instant.write(to: &bytes)
            bytes.append(UInt8(ascii: "\""))
        }
    }

    private static let secondsFrom1970To2001: Int64 = 978_307_200
    private static let nanoseconds: Int64 = 1_000_000_000

    private init(nanosecondsSince1970: Int64) {
        let (seconds, rest) = nanosecondsSince1970.quotientAndRemainder(dividingBy: Self.nanoseconds)
        self.init(
            timeIntervalSinceReferenceDate: Double(seconds - Self.secondsFrom1970To2001) + Double(rest) / 1e9)
    }

    /// The instant with the fewest decimals that preserve the date; `nil` if it is out of range.
    private var instant: Instant? {
        let seconds = timeIntervalSinceReferenceDate.rounded(.down)
        let fraction = ((timeIntervalSinceReferenceDate - seconds) * 1e9).rounded()
        guard let whole = Int64(exactly: seconds) else { return nil }
        let (since1970, tooLate) = whole.addingReportingOverflow(Self.secondsFrom1970To2001)
        let (product, overflows) = since1970.multipliedReportingOverflow(by: Self.nanoseconds)
        let (sum, sumOverflows) = product.addingReportingOverflow(Int64(fraction))
        guard !tooLate, !overflows, !sumOverflows else { return nil }
        // The fewest decimals that give the same `Date` back: a `Double` has no exact nanoseconds.
        for (decimals, unit) in [(0, Self.nanoseconds), (3, 1_000_000), (6, 1000)] as [(UInt8, Int64)] {
            let (shifted, overflows) = sum.addingReportingOverflow(unit / 2)
            guard !overflows else { continue }
            let remainder = shifted % unit
            let (rounded, rounds) = shifted.subtractingReportingOverflow(remainder < 0 ? remainder + unit : remainder)
            guard !rounds, Date(nanosecondsSince1970: rounded) == self else { continue }
            return Instant(nanosecondsSince1970: rounded, decimals: decimals)
        }
        return Instant(nanosecondsSince1970: sum, decimals: 9)
    }
}

extension JSONDocument {
    /// The error for a string that is not in the format of its type.
    fileprivate func malformed(_ wanted: String, _ text: String, at node: Int) -> JSONError {
        error("expected \(wanted), found \(quoted(text))", at: node)
    }

    fileprivate func error(_ message: String, at node: Int) -> JSONError {
        JSONError(.typeMismatch, at: Int(nodes[node].start) - 1, message)
    }
}
