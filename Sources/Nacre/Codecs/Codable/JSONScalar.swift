/// A value that is a single string, number or Boolean in JSON.
protocol JSONScalar: Codable {
    /// Reads the value.
    init(_ document: JSONDocument, at node: Int) throws(JSONError)

    /// Writes the value.
    func write(to writer: inout JSONWriter) throws(JSONError)
}

extension JSONScalar where Self: FixedWidthInteger {
    init(_ document: JSONDocument, at node: Int) throws(JSONError) {
        self = try document.integer(at: node, as: Self.self)
    }

    func write(to writer: inout JSONWriter) throws(JSONError) {
        writer.integer(self)
    }
}

extension Int: JSONScalar {}
extension Int8: JSONScalar {}
extension Int16: JSONScalar {}
extension Int32: JSONScalar {}
extension Int64: JSONScalar {}
extension Int128: JSONScalar {}
extension UInt: JSONScalar {}
extension UInt8: JSONScalar {}
extension UInt16: JSONScalar {}
extension UInt32: JSONScalar {}
extension UInt64: JSONScalar {}
extension UInt128: JSONScalar {}

extension Bool: JSONScalar {
    init(_ document: JSONDocument, at node: Int) throws(JSONError) {
        self = try document.bool(at: node)
    }

    func write(to writer: inout JSONWriter) throws(JSONError) {
        writer.bool(self)
    }
}

extension String: JSONScalar {
    init(_ document: JSONDocument, at node: Int) throws(JSONError) {
        self = try document.string(at: node)
    }

    func write(to writer: inout JSONWriter) throws(JSONError) {
        writer.string(self)
    }
}

extension Double: JSONScalar {
    init(_ document: JSONDocument, at node: Int) throws(JSONError) {
        self = try document.number(at: node) { Double($0).flatMap { $0.isFinite ? $0 : nil } }
    }

    func write(to writer: inout JSONWriter) throws(JSONError) {
        try writer.number(self)
    }
}

extension Float: JSONScalar {
    init(_ document: JSONDocument, at node: Int) throws(JSONError) {
        self = try document.number(at: node) { Float($0).flatMap { $0.isFinite ? $0 : nil } }
    }

    // Uses the fewest digits that preserve a `Float`; as a `Double`, the value would have more.
    func write(to writer: inout JSONWriter) throws(JSONError) {
        guard isFinite else { return try writer.number(Double(self)) }
        writer.value { $0.append(contentsOf: description.utf8) }
    }
}
