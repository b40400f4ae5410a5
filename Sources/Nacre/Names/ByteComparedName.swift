/// A name that is compared, hashed and ordered by the bytes of its UTF-8.
///
/// Swift's `String` treats canonically equivalent strings as equal: `café` written with one scalar or with two would
/// be one stream. A log shared by several programs must not depend on Unicode tables, so all names that the store
/// compares conform to this protocol. Creating a name never fails. Stores validate names where they are used, and
/// throw an ``EventStoreError`` with code ``EventStoreError/Code/invalidArgument``.
public protocol ByteComparedName: Hashable, Comparable, Sendable, ExpressibleByStringInterpolation,
    CustomStringConvertible
where StringLiteralType == String {
    /// The name as text.
    var text: String { get }

    /// Creates a name from any text.
    ///
    /// Its limits are validated where it is used.
    init(_ text: String)
}

extension ByteComparedName {
    /// Creates a name from a literal.
    public init(stringLiteral value: String) {
        self.init(value)
    }

    /// The name as text.
    public var description: String { text }

    /// Whether both names have the same bytes.
    public static func == (left: Self, right: Self) -> Bool {
        left.text.hasSameBytes(as: right.text)
    }

    /// Compares names by their bytes.
    public static func < (left: Self, right: Self) -> Bool {
        left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
    }

    /// Hashes the bytes of the name.
    public func hash(into hasher: inout Hasher) {
        var copy = text
        copy.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        // A terminator, as in `String`: UTF-8 never contains it, so two names in a row hash as two.
        hasher.combine(0xFF as UInt8)
    }
}
