#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The arguments of the process as bytes.
///
/// Swift's own list of arguments replaces bytes that are not UTF-8 by a replacement character. Two names that differ
/// only in such bytes would become equal, and a path would name another file.
enum RawArguments {
    /// Why the arguments of this process are not text; `nil` if they are.
    static var fault: String? {
        let count = Int(CommandLine.argc)
        let arguments = UnsafeBufferPointer(start: CommandLine.unsafeArgv, count: count).dropFirst()
        return fault(in: arguments.map { $0.map(bytes(of:)) ?? [] })
    }

    /// Why arguments are not text; `nil` if they are.
    ///
    /// - Parameter arguments: The bytes of each argument, without the program's name.
    /// - Returns: The message, which names the argument and shows its bytes.
    static func fault(in arguments: [[UInt8]]) -> String? {
        for (index, argument) in arguments.enumerated() where !isText(argument) {
            return "argument \(index + 1), \(escaped(argument)), is not UTF-8: give text in UTF-8"
        }
        return nil
    }

    /// Why the value of an environment variable is not text; `nil` if it is, or the variable is not set.
    static func fault(inVariable name: String) -> String? {
        guard let value = getenv(name) else { return nil }
        let bytes = bytes(of: value)
        return isText(bytes) ? nil : "$\(name), \(escaped(bytes)), is not UTF-8: give text in UTF-8"
    }

    private static func isText(_ bytes: [UInt8]) -> Bool { String(validating: bytes, as: UTF8.self) != nil }

    private static func bytes(of text: UnsafeMutablePointer<CChar>) -> [UInt8] {
        UnsafeBufferPointer(start: text, count: strlen(text)).map { UInt8(bitPattern: $0) }
    }

    /// The bytes in quotes; bytes that are not printable ASCII are written as `\\x` and two digits.
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
