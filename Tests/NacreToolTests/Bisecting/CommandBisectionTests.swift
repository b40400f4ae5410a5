import Foundation
import Nacre
import TestFolders
import TestRandomness
import Testing

@testable import NacreTool

@Suite
struct CommandBisectionTests {
    @Test("halving finds the position that a scan finds, with few calls", arguments: UInt64(0)..<200)
    func scan(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let (after, length) = (Position(random.below(5)), Position(1 + random.below(400)))
        let first = after + Position(random.below(Int(length) + 2))
        let unknown = Set((0..<random.below(40)).map { _ in after + 1 + Position(random.below(Int(length))) })
        var calls = 0
        let result = try await CommandBisection.run(after: after, until: after + length) { position in
            calls += 1
            if position != after, position != after + length, unknown.contains(position) { return .unknown }
            return position >= first ? .holds : .holdsNot
        }
        switch result {
        case .already: #expect(first == after)
        case .never: #expect(first > after + length)
        case .found(let position): #expect(position == first)
        case .between(let range):
            #expect(range.contains(first))
            // Nothing between the ends could be judged.
            #expect(range.dropLast().allSatisfy { unknown.contains($0) })
        }
        #expect(calls <= 12 + unknown.count)
    }

    @Test("if the answer changes more than once, one of the changes is found", arguments: UInt64(0)..<50)
    func changes(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let answers = [false] + (0..<60).map { _ in random.chance(50) } + [true]
        let result = try await CommandBisection.run(after: 0, until: 61) { answers[Int($0)] ? .holds : .holdsNot }
        guard case .found(let position) = result else {
            Issue.record("found \(result)")
            return
        }
        #expect(answers[Int(position)] && !answers[Int(position) - 1])
    }

    @Test("after many positions that cannot be judged, the search ends with the positions that are left")
    func unknown() async throws {
        var calls = 0
        let result = try await CommandBisection.run(after: 0, until: 1_000_000) { position in
            calls += 1
            return position == 0 ? .holdsNot : position == 1_000_000 ? .holds : .unknown
        }
        #expect(result == .between(1...1_000_000))
        #expect(calls == CommandBisection.maxUnknown + 2)
        await #expect(throws: CommandError.self) {
            try await CommandBisection.run(after: 0, until: 9) { $0 == 9 ? .unknown : .holdsNot }
        }
    }

    @Test("exit codes are judged as git bisect run judges them")
    func codes() throws {
        #expect(try CommandBisection.Answer(of: .exited(0), at: 1) == .holdsNot)
        #expect(try CommandBisection.Answer(of: .exited(1), at: 1) == .holds)
        #expect(try CommandBisection.Answer(of: .exited(124), at: 1) == .holds)
        #expect(try CommandBisection.Answer(of: .exited(125), at: 1) == .unknown)
        for outcome in [.exited(126), .exited(127), .exited(128), .exited(255), .signalled(9)] as [ShellCommand.Outcome]
        {
            #expect(throws: CommandError.self) { try CommandBisection.Answer(of: outcome, at: 1) }
        }
    }

    @Test("the changes of an answer are bounded")
    func buffer() throws {
        let buffer = AnswerBuffer(limit: 300)
        let change = AnswerChange(position: 1, holds: true, value: Array(repeating: 0, count: 80))
        try buffer.add(change)
        try buffer.add(change)
        let error = #expect(throws: CommandError.self) { try buffer.add(change) }
        #expect(error?.message.contains("300 bytes") == true)
        #expect(buffer.changes.count == 2)
    }

    @Test("cancelling ends the command and what it has started")
    func cancelled() async throws {
        let folder = try TemporaryFolder()
        let command = ShellCommand("echo x > \(folder.path("begun")); sleep 100; sleep 100")
        let task = Task { try await command.run(with: [:]) }
        while !FileManager.default.fileExists(atPath: folder.path("begun")) {
            try await Task.sleep(for: .milliseconds(5))
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test("a command has the given variables, and its end is reported")
    func shell() async throws {
        let command = ShellCommand(#"test "$NACRE_POSITION" = 7"#)
        #expect(try await command.run(with: ["NACRE_POSITION": "7"]) == .exited(0))
        #expect(try await command.run(with: ["NACRE_POSITION": "8"]) == .exited(1))
        #expect(try await ShellCommand("exit 125").run(with: [:]) == .exited(125))
        #expect(try await ShellCommand("kill -TERM $$").run(with: [:]) == .signalled(15))
        // A process ignores the signal of a closed pipe only for itself.
        #expect(try await ShellCommand("kill -PIPE $$").run(with: [:]) == .signalled(13))
        #expect(try await ShellCommand("test -n \"$PATH\"").run(with: [:]) == .exited(0))
    }
}
