import Foundation
import Testing

extension EndToEndTests {
    @Suite("nacre processes")
    struct ProcessesCommandTests {
        private let store: CommandLineStore

        init() throws {
            store = try CommandLineStore()
        }

        /// A log on which one process manager has reached the head, and another one is halted before position 2.
        private func halt(_ halted: String = "billing") async throws {
            let first = "4a0712f3-6b1c-4f0e-9d5a-2f6f0d1b7c11"
            let second = "5b0712f3-6b1c-4f0e-9d5a-2f6f0d1b7c12"
            let lines = [
                #"{"id":"\#(first)","stream":"order-1","type":"OrderPaid","data":{}}"#,
                #"{"id":"\#(second)","stream":"order-2","type":"OrderPaid","data":{}}"#,
                #"{"stream":"$process-packing-heavy","type":"CheckpointReached","data":{"eventId":"\#(second)","position":2}}"#,
                #"{"stream":"$process-\#(halted)","type":"ProcessHalted","data":{"eventId":"\#(second)","position":2,"#
                    + #""reason":"it cannot handle \"OrderPaid\": \u001b[31m no sum"},"time":"2026-05-01T12:00:00Z"}"#,
            ]
            try await store.output("import", "-", input: lines.joined(separator: "\n") + "\n")
        }

        private func list() async throws -> [[String: Any]] {
            let json = try await store.output("processes", "list", "--format", "json")
            return try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [[String: Any]])
        }

        @Test("every process manager that has run on the log is listed, with its halt")
        func listed() async throws {
            try await halt()
            let list = try await list()
            #expect(list.map { $0["name"] as? String } == ["billing", "packing-heavy", "welcome"])
            #expect(list.map { $0["state"] as? String } == ["halted", "ready", "unused"])
            #expect(list.map { $0["position"] as? Int } == [1, 2, 0])
            #expect(list.map { $0["head"] as? Int } == [4, 4, 4])
            #expect(list.map { $0["foreign"] as? Bool } == [true, true, nil])
            let halt = try #require(list.first?["halt"] as? [String: Any])
            #expect(halt["position"] as? Int == 2)
            #expect(halt["eventId"] as? String == "5b0712f3-6b1c-4f0e-9d5a-2f6f0d1b7c12")
            #expect(halt["since"] as? String == "2026-05-01T12:00:00Z")
            #expect((halt["reason"] as? String)?.hasSuffix("no sum") == true)
            let table = try await store.output("processes", "list")
            #expect(table.contains("before position 2 since 2026-05-01T12:00:00Z"))
            #expect(!table.contains("\u{1B}"))
            #expect(
                table.contains(
                    "once it is fixed: nacre processes retry billing; to skip the event permanently: "
                        + "nacre processes skip billing 2 --reason TEXT\n"))
            #expect(table.contains("it has recorded nothing in this log yet\n"))
            #expect(try await store.eventCount() == 4)
        }

        @Test("the program's process managers are listed as unused if none has run")
        func none() async throws {
            try await store.output("items", "add", "Buy milk")
            let list = try await list()
            #expect(list.map { $0["name"] as? String } == ["welcome"])
            #expect(list.map { $0["state"] as? String } == ["unused"])
            #expect(list.map { $0["position"] as? Int } == [0])
            #expect(list.map { $0["head"] as? Int } == [1])
        }

        @Test("a retry is recorded once, and does not change a process manager that is not halted")
        func retry() async throws {
            try await halt()
            for _ in 0..<2 {
                let shown = try await store.output("processes", "retry", "billing", "--format", "json")
                #expect(shown.contains(#""state":"ready","position":1"#))
            }
            try await store.output("processes", "retry", "packing-heavy")
            #expect(try await store.eventCount() == 5)
            #expect(try await store.output("read", "$process-billing").contains("ProcessRetried"))
        }

        @Test("a skip is recorded with its reason, and moves the process manager past the event")
        func skip() async throws {
            try await halt()
            let shown = try await store.output("processes", "skip", "billing", "2", "--reason", "paid by hand")
            #expect(shown.contains("ready") && !shown.contains("halted"))
            #expect(try await list().map { $0["position"] as? Int } == [2, 2, 0])
            let noted = try await store.output("read", "$process-billing", "--format", "ndjson")
            #expect(noted.contains(#""reason":"paid by hand""#))
        }

        @Test("the commands printed for a name that begins with a hyphen work as they are")
        func hyphen() async throws {
            try await halt("-billing")
            let table = try await store.output("processes", "list")
            let remedy = try #require(table.split(separator: "once it is fixed: nacre ").last)
            let commands = remedy.split(separator: "\n")[0]
                .split(separator: "; to skip the event permanently: nacre ")
            #expect(commands.count == 2)
            for command in commands.reversed() {
                let result = try await store.process.run(
                    command.split(separator: " ").map(String.init), environment: ["NACRE_STORE": store.path])
                #expect(result.status == 0, "\(command): \(result.errors)")
            }
            #expect(try await list().first { $0["name"] as? String == "-billing" }?["position"] as? Int == 2)
        }

        @Test("a later position can be skipped, whether the process manager is halted or not")
        func skipAhead() async throws {
            try await halt()
            try await store.output("items", "add", "Buy milk")
            for name in ["billing", "packing-heavy"] {
                try await store.output("processes", "skip", name, "5", "--reason", "asked twice")
            }
            let list = try await list().filter { $0["name"] as? String != "welcome" }
            #expect(list.map { $0["state"] as? String } == ["halted", "ready"])
            #expect(list.map { $0["position"] as? Int } == [1, 2])
            for status in list {
                let skips = try #require(status["skips"] as? [[String: Any]])
                #expect(skips.map { $0["position"] as? Int } == [5])
                #expect(skips.map { $0["reason"] as? String } == ["asked twice"])
            }
            #expect(try await store.output("processes", "list").contains("to skip: position 5 (asked twice)"))
        }

        @Test("a handled or missing position cannot be skipped, nor any without a reason")
        func wrongSkip() async throws {
            try await halt()
            for (name, position, words) in [
                ("billing", "1", "up to position 1"), ("packing-heavy", "2", "up to position 2"),
                ("packing-heavy", "99", "position 99"),
            ] {
                let message = try await store.failure(65, "processes", "skip", name, position, "--reason", "x")
                #expect(message.contains(words))
            }
            try await store.failure(65, "processes", "skip", "billing", "2", "--reason", "")
            try await store.failure(64, "processes", "skip", "billing", "2")
            #expect(try await store.eventCount() == 4)
        }

        @Test("foreign events in its stream are skipped, with a notice on standard error")
        func foreign() async throws {
            try await halt()
            let lines = [
                #"{"stream":"$process-billing","type":"CheckpointReached","data":{}}"#,
                #"{"stream":"$process-billing","type":"Noted","data":{}}"#,
                #"{"stream":"$process-unheard","type":"CheckpointReached","data":{"eventId":"#
                    + #""00000000-0000-4000-8000-000000000000","position":1}}"#,
            ]
            try await store.output("import", "-", input: lines.joined(separator: "\n") + "\n")
            let result = try await store.process.run(["processes", "list", "--store", store.path])
            #expect(result.status == 0)
            #expect(result.errors.contains(#"2 foreign records in stream "$process-billing" are skipped"#))
            #expect(result.errors.contains(#"a foreign record in stream "$process-unheard" is skipped"#))
            #expect(try await list().map { $0["position"] as? Int } == [1, 2, 0, 0])
            try await store.output("processes", "retry", "billing")
            try await store.output("processes", "skip", "billing", "2", "--reason", "paid by hand")
            #expect(try await list().map { $0["state"] as? String } == ["ready", "ready", "ready", "unused"])
        }

        @Test("retry and skip accept a process manager of the program that has recorded nothing")
        func unused() async throws {
            try await store.output("items", "add", "Buy milk")
            let retried = try await store.output("processes", "retry", "welcome", "--format", "json")
            #expect(retried.contains(#""name":"welcome","state":"unused","position":0"#))
            #expect(try await store.eventCount() == 1)
            let skipped = try await store.output(
                "processes", "skip", "welcome", "1", "--reason", "a test", "--format", "json")
            #expect(skipped.contains(#""name":"welcome","state":"ready","position":0"#))
            #expect(skipped.contains(#""reason":"a test""#))
        }

        @Test("naming a process manager that does not exist exits with 66 and lists those that do")
        func noSuchProcess() async throws {
            try await store.output("items", "add", "Buy milk")
            #expect(
                try await store.failure(66, "processes", "retry", "biling")
                    .contains(#"there is no process manager "biling", only welcome"#))
            try await halt()
            for command in [["retry", "biling"], ["skip", "biling", "1", "--reason", "x"]] {
                let result = try await store.process.run(["processes"] + command + ["--store", store.path])
                #expect(result.status == 66)
                #expect(result.errors.contains("only billing, packing-heavy and welcome"))
            }
        }
    }
}
