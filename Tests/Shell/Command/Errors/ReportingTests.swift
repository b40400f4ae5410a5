import DomainKit
import Nacre
import NacreRuntime
import Testing
import ToolTesting

@testable import NacreTool

/// A program with another name than the test process.
private enum Shop: StoreTool {
    static let name = "shop"
    static let version = "1.0"
    static var features: Features { Features() }
    static func engine(_ store: StoreLocation) -> InMemoryEngine { .inMemory }
}

/// The hints after the error message of a command.
@Suite("Reporting errors")
struct ReportingTests {
    private static let halt = ProjectionHalt(position: 4, reason: "it cannot apply it", since: .sample)
    private static let processHalt = ProcessHalt(
        position: 4, eventID: EventID(high: 1, low: 2), reason: "it cannot handle it", since: .sample)
    private static let lost = EventStoreError(.eventsLost, "events were lost", position: 2)

    /// The lines after that of the error itself.
    private func hints(for error: any Error) throws -> [String] {
        let (output, errors) = (try CapturedOutput(), try CapturedOutput())
        let console = Console(
            output: StandardOutput(descriptor: output.descriptor),
            diagnostics: Diagnostics(descriptor: errors.descriptor, program: "test"))
        _ = Shop.report(error, on: console)
        #expect(try output.text().isEmpty)
        let lines = try errors.text().split(separator: "\n").map(String.init)
        #expect(lines.first == "test: \(error)")
        return Array(lines.dropFirst())
    }

    /// A store's error as commands throw it: plain and wrapped.
    private func wrapped(_ error: EventStoreError) -> [any Error] {
        let recorded = RecordedNotShown(stream: "s-1", version: 1, position: 1, repeatOption: nil, cause: error)
        return [
            error, recorded, CommandError(.notShown, "it is recorded", cause: error),
            CommandError(.notShown, "it is recorded", cause: recorded),
            EventStoreError(.closed, "it is closed", cause: error),
        ]
    }

    @Test("a loss of events is followed by the command that confirms it, also if the error is wrapped")
    func lost() throws {
        for error in wrapped(Self.lost) {
            #expect(
                try hints(for: error) == ["to confirm that the log was restored on purpose: shop restored"], "\(error)")
        }
    }

    @Test("damage is followed by what helps: salvage, or a backup where nothing can be read around it")
    func damaged() throws {
        let error = EventStoreError(
            .damaged, "block 3 is damaged; restore the store from a backup, or read around it", position: 3)
        let readable = DamagedStore(cause: error, isReadable: true)
        #expect(readable.description == error.description)
        #expect(
            try hints(for: readable) == ["without a backup, to make a store of what is whole: shop salvage DEST"])
        let unreadable = DamagedStore(cause: error, isReadable: false)
        #expect(unreadable.description == "block 3 is damaged; restore the store from a backup")
        let hints = try hints(for: unreadable)
        #expect(hints.count == 1)
        #expect(hints.first?.hasSuffix("restore the store from a backup") == true)
        #expect(ExitStatus(of: readable) == .badData && ExitStatus(of: unreadable) == .badData)
    }

    @Test("a missing log and other errors are followed by no hint")
    func missing() throws {
        for error in wrapped(EventStoreError(.eventsLost, "log.mdb is missing or empty"))
            + wrapped(EventStoreError(.inputOutput, "it cannot be read"))
        {
            #expect(try hints(for: error).isEmpty)
        }
        #expect(try hints(for: CommandError(.badInput, "it is wrong")).isEmpty)
    }

    @Test("a halt is followed by the commands that resume, also if the error is wrapped")
    func halted() throws {
        for error in wrapped(Self.halt.error(of: "items")) {
            #expect(
                try hints(for: error) == [
                    "once it is fixed: shop projections retry items; to skip the event permanently: "
                        + "shop projections skip items 4 --reason TEXT"
                ])
        }
        for error in wrapped(Self.processHalt.error(of: "billing")) {
            #expect(
                try hints(for: error) == [
                    "once it is fixed: shop processes retry billing; to skip the event permanently: "
                        + "shop processes skip billing 4 --reason TEXT"
                ])
        }
    }

    @Test("a name with characters special to a shell is quoted")
    func quoted() throws {
        let name = "ada's; ls"
        let hints = try hints(for: Self.processHalt.error(of: name))
        #expect(hints.first?.contains(#" processes retry 'ada'\''s; ls'; to skip the event"#) == true, "\(hints)")
        #expect(hints.first?.contains(#" processes skip 'ada'\''s; ls' 4 "#) == true, "\(hints)")
    }

    @Test("a name that begins with a hyphen follows --, so that the printed command can be copied")
    func optionLike() throws {
        #expect(
            try hints(for: Self.halt.error(of: "-items")) == [
                "once it is fixed: shop projections retry -- -items; to skip the event permanently: "
                    + "shop projections skip --reason TEXT -- -items 4"
            ])
    }
}
