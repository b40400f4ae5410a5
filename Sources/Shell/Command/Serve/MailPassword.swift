#if Server || All
    import DomainKit
    import NacreTool

    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif

    /// The password of a mail server's user, which is in a file or in the environment: arguments can be seen by others.
    enum MailPassword {
        /// The variable of the environment that has it if there is no file.
        static let variable = "NACRE_SMTP_PASSWORD"

        /// Reads the password.
        ///
        /// - Parameters:
        ///   - file: The path of the file. A line break at its end is no part of the password.
        ///   - environment: The value of an environment variable; `nil` if it is not set.
        /// - Returns: The password; `nil` if there is none.
        /// - Throws: `CommandError` `badInput` if the file cannot be read.
        static func read(file: String?, environment: (_ name: String) -> String?) throws(CommandError) -> Secret? {
            guard let file else {
                return environment(variable).flatMap { $0.isEmpty ? nil : Secret($0.utf8) }
            }
            var bytes: Data
            do {
                bytes = try Data(contentsOf: URL(filePath: file))
            } catch {
                throw CommandError(
                    .badInput,
                    "the password for the mail server cannot be read from \(DisplayedText(file)): check the path, and "
                        + "whether this user may read the file",
                    cause: error)
            }
            if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
            if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
            return Secret(bytes)
        }
    }
#endif
