import AuthDomain
import Foundation
import TestFolders
import Testing

@testable import ShellServer

@Suite struct FolderMailSenderTests {
    private let message: MailMessage

    init() throws {
        message = MailMessage(
            id: "m-1", recipient: try EmailAddress("ada@example.com"), subject: "Hello", text: "one\ntwo")
    }

    @Test func `a mail becomes a file that its owner alone can read, and a repeat replaces it`() async throws {
        let folder = try TemporaryFolder()
        let sender = FolderMailSender("\(folder.path)/mails")
        for _ in 0..<2 {
            try await sender.send(message)
            let path = "\(folder.path)/mails/m-1.txt"
            let text = try String(contentsOfFile: path, encoding: .utf8)
            #expect(text == "To: ada@example.com\nSubject: Hello\n\none\ntwo\n")
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            #expect(attributes[.posixPermissions] as? Int == 0o600)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/mails") == ["m-1.txt"])
    }

    @Test func `a folder that cannot be written is an error after which another attempt may succeed`() async throws {
        let folder = try TemporaryFolder()
        #expect(FileManager.default.createFile(atPath: "\(folder.path)/mails", contents: Data()))
        await #expect(throws: (any Error).self) { try await FolderMailSender("\(folder.path)/mails").send(message) }
    }
}
