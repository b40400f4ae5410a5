import Foundation
import Nacre
import Testing
import ToolTesting

@testable import NacreTool

@Suite("The tail of a log", .timeLimit(.minutes(25)))
struct EventTailTests {
    private let output: CapturedOutput
    private let messages: CapturedOutput

    init() throws {
        output = try CapturedOutput()
        messages = try CapturedOutput()
    }

    private func follow(
        _ beginning: EventTail.Beginning, messagesOn terminal: Terminal, untilWritten lines: Int
    ) async throws {
        let store = InMemoryEventStore()
        try await store.append((1...20).map { EventData(type: "T", data: Array("\($0)".utf8)) }, to: "s-1")
        let console = Console(
            output: StandardOutput(descriptor: output.descriptor),
            diagnostics: Diagnostics(descriptor: messages.descriptor, terminal: terminal))
        let tail = EventTail(beginning: beginning, criteria: EventCriteria(), format: .ndjson, tool: "shop")
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await tail.follow(store, on: console) }
            while try output.text().split(separator: "\n").count < lines {
                try await Task.sleep(for: .milliseconds(1))
            }
            group.cancelAll()
            // Cancellation is the regular end, not a failure.
            try await group.waitForAll()
        }
    }

    @Test("on a terminal, a note reports that all existing events are printed")
    func note() async throws {
        try await follow(.last(3), messagesOn: .interactive, untilWritten: 3)
        #expect(try messages.text().contains("at position 20, waiting for new events (Ctrl-C ends)\n"))
        #expect(try output.text().split(separator: "\n").count == 3)
    }

    @Test("without a terminal, no note is printed")
    func silence() async throws {
        let none = Terminal(isTerminal: false, noColour: nil, kind: nil)
        try await follow(.after(15), messagesOn: none, untilWritten: 5)
        #expect(try messages.text() == "")
        #expect(try output.text().split(separator: "\n").count == 5)
    }

    @Test("waiting for the reader to close ends when the reader closes, and not before")
    func abandoned() async throws {
        let pipe = Pipe()
        let standardOutput = StandardOutput(descriptor: pipe.fileHandleForWriting.fileDescriptor)
        let waiting = Task { try await standardOutput.waitUntilReaderCloses() }
        try await Task.sleep(for: .milliseconds(250))
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        try pipe.fileHandleForReading.close()
        let error = await #expect(throws: FileError.self) { try await standardOutput.waitUntilReaderCloses() }
        #expect(error?.systemError == EPIPE)
    }
}
