public import AuthDomain
import DomainKit

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Writes mails into a folder, one file each, instead of sending them: for development.
///
/// The files contain tokens, so only their owner can read them.
public struct FolderMailSender: MailSender {
    private let folder: String

    /// Creates a sender.
    ///
    /// - Parameter folder: The path of the folder; it is created if it is missing.
    public init(_ folder: String) {
        self.folder = folder
    }

    /// Writes a message to the file of its id; a repeat replaces it.
    ///
    /// - Parameter message: The message.
    /// - Throws: Foundation's error if the folder cannot be created; `MailError` if the file cannot be written.
    public func send(_ message: MailMessage) async throws {
        let text = "To: \(message.recipient.text)\nSubject: \(message.subject)\n\n\(message.text)\n"
        let files = FileManager.default
        try files.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let path = "\(folder)/\(message.id).txt"
        guard
            files.createFile(atPath: path, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600])
        else {
            throw MailError("a mail cannot be written to \(DisplayedText(folder))", isPermanent: false)
        }
    }
}
