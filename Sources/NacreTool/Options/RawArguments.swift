#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The arguments of the process as the bytes that they are.
///
/// Swift's own list of them puts a replacement character in the place of what is not UTF-8: two names that differ in such
/// bytes would be one, and a path would lead elsewhere.
enum RawArguments {
    /// Why the arguments of this process cannot be taken as text; `nil` where they can.
    static var fault: String? {
        let count = Int(CommandLine.argc)
        let arguments = UnsafeBufferPointer(start: CommandLine.unsafeArgv, count: count).dropFirst()
        return fault(in: arguments.map { $0.map(bytes(of:)) ?? [] })
    }

    /// Why arguments cannot be taken as text; `nil` where they can.
    ///
    /// - Parameter arguments: The bytes of each, without the name of the program.
    /// - Returns: What to say, which names the argument and shows its bytes.
    static func fault(in arguments: [[UInt8]]) -> String? {
        for (index, argument) in arguments.enumerated() where !isText(argument) {
            return "argument \(index + 1), \(escaped(argument)), is not UTF-8: give text in UTF-8"
        }
        return nil
    }

    /// Why the value of an environment variable cannot be taken as text; `nil` where it can, or the variable is not set.
    static func fault(inVariable name: String) -> String? {
        guard let value = getenv(name) else { return nil }
        let bytes = bytes(of: value)
        return isText(bytes) ? nil : "$\(name), \(escaped(bytes)), is not UTF-8: give text in UTF-8"
    }

    private static func isText(_ bytes: [UInt8]) -> Bool { String(validating: bytes, as: UTF8.self) != nil }

    private static func bytes(of text: UnsafeMutablePointer<CChar>) -> [UInt8] {
        UnsafeBufferPointer(start: text, count: strlen(text)).map { UInt8(bitPattern: $0) }
    }

    /// The bytes in quotes, those that are no printable ASCII as `\\x` and two digits.
    private static func escaped(_ bytes: [UInt8]) -> String {
        let text = bytes.prefix(256).map { byte in
            switch byte {
            case UInt8(ascii: "\\"), UInt8(ascii: "\""): "\\\(Character(Unicode.Scalar(byte)))"
            case 0x20..<0x7F: String(Character(Unicode.Scalar(byte)))
            default: "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }
        }
        return "\"\(text.joined())\(bytes.count > 256 ? "…" : "")\""
    }
}
