import ItemsDomain
import Nacre
import Shell
import Testing

@testable import NacreCLI
@testable import NacreTool

@Suite("Recording")
struct RecordingTests {
    private let application: Application

    init() throws {
        application = try Application(on: InMemoryEngine().storage)
    }

    @Test("if the outcome of an append is unknown, the error names the option for a repetition")
    func unknown() async throws {
        let error = await #expect(throws: EventStoreError.self) {
            try await application.recording(repeatOption: "--id 7") {
                throw EventStoreError(.appendsStopped, "the disk failed", outcome: .unknown)
            }
        }
        #expect(error?.message == "the disk failed; the command can be repeated with --id 7")
        #expect(error?.code == .appendsStopped)
    }

    @Test("an error of an append that wrote nothing is rethrown unchanged")
    func notWritten() async throws {
        let error = await #expect(throws: EventStoreError.self) {
            try await application.recording(repeatOption: "--id 7") {
                throw EventStoreError(.appendsStopped, "the disk failed", outcome: .notWritten)
            }
        }
        #expect(error?.message == "the disk failed")
        await #expect(throws: ItemError.self) { try await application.recording { throw ItemError(code: .deleted) } }
    }

    @Test("the error after a recorded append has its position, the cause and the option")
    func recorded() async throws {
        let item = try await application.items.create(name: "Buy milk")
        let failure = EventStoreError(.inputOutput, "no space left")
        let error = await #expect(throws: RecordedNotShown.self) {
            try await application.recording(repeatOption: "--id 7") {
                throw ItemError(code: .notShown, id: item.id, version: 1, cause: failure)
            }
        }
        #expect(error?.position == 1)
        let said = try #require(error?.description)
        for part in ["version 1", "item-\(item.id)", "position 1", "no space left", "--id 7"] {
            #expect(said.contains(part), "\(part)")
        }
        #expect(ExitStatus(of: try #require(error)).code == 3)
    }
}
