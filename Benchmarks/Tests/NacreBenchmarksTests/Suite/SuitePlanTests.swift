import ArgumentParser
import Foundation
import Testing

@testable import NacreBenchmarks
@testable import NacreLoad

@Suite struct SuitePlanTests {
    private static let steps = StandardSuite.groups.flatMap(\.steps)

    @Test(arguments: SuiteSize.allCases)
    func `every call of the suite parses`(size: SuiteSize) throws {
        for call in SuitePlan(size).calls {
            #expect(throws: Never.self, "\(call.text)") { try BenchmarkCommand.parseAsRoot(call.whole) }
        }
    }

    @Test func `every step has a call and a unique name`() {
        #expect(SuitePlan(.full).calls.map(\.step.name) == Self.steps.map(\.name))
        #expect(Set(Self.steps.map(\.name)).count == Self.steps.count)
    }

    @Test func `steps that share stores fill them equally`() throws {
        for size in SuiteSize.allCases {
            var found: [String: Set<String>] = [:]
            for call in SuitePlan(size).calls {
                guard let stores = call.stores else { continue }
                let command = try BenchmarkCommand.parseAsRoot(call.whole)
                let (options, filling) = try #require(
                    (command as? ReplayCommand).map { ($0.options, $0.filling) }
                        ?? (command as? StreamsCommand).map { ($0.options, $0.filling) }
                        ?? (command as? OpeningCommand).map { ($0.options, $0.filling) }
                        ?? (command as? MixedCommand).map { ($0.options, $0.filling) }
                        ?? (command as? ReadCommand).map { ($0.options, $0.filling) })
                let filled = "\(filling.events) \(filling.writers) \(options.streams) \(filling.tailEvents)"
                found[stores, default: []].insert(filled)
            }
            #expect(found.count == 2 && found.values.allSatisfy { $0.count == 1 }, "\(size): \(found)")
        }
    }

    @Test func `the estimated durations of the sizes are within their limits`() {
        func seconds(_ size: SuiteSize) -> Int { Self.steps.reduce(0) { $0 + $1.seconds[size] } }
        #expect(seconds(.quick) < 130)
        #expect(seconds(.reduced) < 960)
    }

    @Test func `an engine is added to the steps that it supports`() {
        let plan = SuitePlan(.reduced, adding: [.sqliteGroup])
        func engines(_ step: String) -> [String] {
            let arguments = plan.calls.first { $0.step.name == step }?.arguments ?? []
            return arguments.indices.filter { arguments[$0] == "--engine" }.map { arguments[$0 + 1] }
        }
        #expect(engines("c") == ["nacre", "lmdb", "sqlite", "sqlite-large", "sqlite-group"])
        #expect(engines("a").filter { $0 == "sqlite-group" }.count == 1)
        // Only these engines have read models, and step j measures Nacre alone.
        #expect(engines("rebuild") == ["nacre", "sqlite", "sqlite-large"])
        #expect(engines("j") == ["nacre"])
    }

    @Test func `an engine with a server adds --start-server`() {
        let calls = SuitePlan(.reduced, adding: [.postgres]).calls
        #expect(calls.first { $0.step.name == "a" }?.arguments.contains("--start-server") == true)
        #expect(calls.first { $0.step.name == "j" }?.arguments.contains("--start-server") == false)
    }

    @Test func `an engine that is left out is in no call`() {
        let calls = SuitePlan(.reduced, leavingOut: [.sqliteLarge, .lmdb]).calls
        #expect(calls.count == Self.steps.count)
        #expect(calls.allSatisfy { !$0.arguments.contains("sqlite-large") && !$0.arguments.contains("lmdb") })
    }

    @Test func `every shared row has figures`() {
        for group in StandardSuite.groups {
            let rows = group.steps.flatMap(\.asks).compactMap(\.row)
            #expect(Set(rows) == Set(group.sharedRows.map(\.name)))
        }
    }

    @Test func `every step has a question, a duration and a size`() {
        for step in Self.steps {
            #expect(step.question.hasSuffix("?"))
            for size in SuiteSize.allCases { #expect(step.seconds[size] > 0 && step.mebibytes[size] > 0) }
        }
    }

    @Test(arguments: [
        ["suite", "--quick", "--full"],
        ["suite", "--only", "nothing"],
        ["suite", "--leave-out", "nacre"],
        ["suite", "--engine", "lmdb", "--leave-out", "lmdb"],
        ["suite", "--engine", "paper"],
    ])
    func `invalid arguments are refused with exit code 64`(arguments: [String]) throws {
        let error = try #require(throws: (any Error).self) { try BenchmarkCommand.parseAsRoot(arguments) }
        #expect(BenchmarkCommand.exitCode(for: error).rawValue == 64)
    }

    @Test func `the help has examples of calls that parse`() throws {
        let help = BenchmarkCommand.helpMessage(for: SuiteCommand.self, columns: 200)
        let calls = help.split(separator: "\n").filter { $0.hasPrefix("  nacre-bench ") }
        #expect(calls.count >= 3)
        for call in calls {
            _ = try BenchmarkCommand.parseAsRoot(call.split(separator: " ").dropFirst().map(String.init))
        }
    }
}
