/// A name that is compared, hashed and ordered by the bytes of its UTF-8 form.
///
/// Swift's `String` treats two spellings of the same character as equal: `café` written with one scalar or with two
/// would be one stream. A log that several programs share must not depend on Unicode tables, so every name that the
/// store compares is one of these types. Making one never fails; a store judges names where they are used, and answers
/// with an ``EventStoreError`` whose code is ``EventStoreError/Code/invalidArgument``.
public protocol ByteComparedName: Hashable, Comparable, Sendable, ExpressibleByStringInterpolation,
    CustomStringConvertible
where StringLiteralType == String {
    /// The name as text.
    var text: String { get }

    /// Makes a name of any text; its limits are judged where it is used.
    init(_ text: String)
}

extension ByteComparedName {
    /// Makes a name of a literal.
    public init(stringLiteral value: String) {
        self.init(value)
    }

    /// The name as text.
    public var description: String { text }

    /// Whether both names are the same bytes.
    public static func == (left: Self, right: Self) -> Bool {
        left.text.hasSameBytes(as: right.text)
    }

    /// Whether the bytes of the left name come before those of the right one.
    public static func < (left: Self, right: Self) -> Bool {
        left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
    }

    /// Feeds the bytes of the name into a hasher.
    public func hash(into hasher: inout Hasher) {
        var copy = text
        copy.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        hasher.combine(0xFF as UInt8)
    }
}
