import LMDB
import TestFolders
import TestTraits
import Testing

@Suite(.fewAtOnce) struct AttachmentTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private final class Note: Sendable {}
    private struct Refusal: Error {}

    @Test func `an object is shared by all references to a file, until it is detached`() throws {
        let first = try folder.open()
        let second = try folder.open()
        #expect(first.attachment.object == nil)
        let note = Note()
        first.attachment.replace { $0 == nil ? note : nil }
        #expect(second.attachment.object === note)
        let written = try second.write { (transaction: consuming WriteTransaction) in transaction.attachment.object }
        #expect(written === note)
        let other = Note()
        second.attachment.replace { $0 === note ? other : nil }
        #expect(first.attachment.object === other)
        first.attachment.replace { _ in nil }
        #expect(second.attachment.object == nil)
        first.close()
        second.close()
    }

    @Test func `a change that throws leaves the object`() throws {
        let environment = try folder.open()
        let note = Note()
        environment.attachment.replace { _ in note }
        #expect(throws: Refusal.self) { try environment.attachment.replace { _ in throw Refusal() } }
        #expect(environment.attachment.object === note)
        environment.close()
    }

    @Test func `closing the file ends what is attached to it`() throws {
        let environment = try folder.open()
        environment.attachment.replace { _ in Note() }
        environment.close()
        let reopened = try folder.open()
        #expect(reopened.attachment.object == nil)
        reopened.close()
    }
}
