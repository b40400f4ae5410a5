import Foundation
import TestFolders
import Testing
import ToolTesting

extension EndToEndTests {
    @Suite("Completions of a shell")
    struct CompletionTests {
        private let store: CommandLineStore

        init() async throws {
            store = try CommandLineStore()
            try await store.output("import", Fixture.history)
        }

        /// What the program offers for an option or argument of a command.
        private func offered(
            _ argument: String, of command: String, beginning: String, environment: [String: String]? = nil
        ) async throws -> [String] {
            let words = ["nacre", command] + (environment == nil ? store.place : []) + [beginning]
            let result = try await store.process.run(
                ["---completion", command, "--", argument, "\(words.count - 1)", "\(beginning.utf8.count)"] + words,
                environment: environment ?? [:])
            #expect(result.status == 0 && result.errors == "")
            return result.lines
        }

        @Test("streams, types, categories and actors of the named store are offered")
        func names() async throws {
            let history = try HistoryLines()
            let streams = Set(history.lines.map(\.stream)).filter { $0.hasPrefix("item-7") }.sorted()
            #expect(try await offered("positional@0", of: "read", beginning: "item-7") == streams)
            #expect(try await offered("--type", of: "find", beginning: "") == Set(history.lines.map(\.type)).sorted())
            #expect(try await offered("--type", of: "tail", beginning: "ItemCr") == ["ItemCreated"])
            #expect(try await offered("--category", of: "streams", beginning: "i") == ["item"])
            let actors = Set(history.lines.compactMap(\.actor)).sorted().filter { $0.hasPrefix("8") }
            #expect(try await offered("--actor", of: "count", beginning: "8") == actors)
            let variable = ["NACRE_STORE": store.path]
            #expect(try await offered("--category", of: "find", beginning: "", environment: variable) == ["item"])
        }

        @Test("names that a shell would expand, and more than 200, are not offered")
        func harmless() async throws {
            for name in ["$(touch x)", "`id`", "a b", "it's", "ok-1"] {
                try await store.output("append", "z\(name)", name, "--data", "1")
            }
            #expect(try await offered("positional@0", of: "read", beginning: "z") == ["zok-1"])
            let types = try await offered("--type", of: "find", beginning: "")
            let signs = Set(types.joined())
            #expect(types.contains("ok-1"))
            #expect(signs.allSatisfy { $0.isLetter || $0 == "-" || $0 == "1" })
            let lines = (0..<300).map { #"{"stream":"many-\#($0)","type":"T"}"# }
            try await store.output("import", "-", input: lines.joined(separator: "\n"))
            #expect(try await offered("positional@0", of: "read", beginning: "many-").count == 200)
        }

        @Test("a store that is not there offers nothing, and is not created")
        func missing() async throws {
            let none = try CommandLineStore()
            let variable = ["NACRE_STORE": none.path]
            #expect(try await offered("--type", of: "find", beginning: "", environment: variable).isEmpty)
            #expect(!none.exists)
        }

        @Test("bash completes a stream with the generated script, which has the names of projections")
        func bash() async throws {
            let stream = try HistoryLines().lines[0].stream
            let result = try await store.process.shell(
                #"""
                command -v bash >/dev/null || { echo "no bash"; exit 0; }
                export PATH="$(dirname "$0"):$PATH"
                "$0" --generate-completion-script bash >"$2"
                exec bash -c 'source "$1"
                    complete_words() {
                        COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMP_LINE="$*" COMP_POINT=${#COMP_LINE} COMPREPLY=()
                        "$(complete -p nacre | sed "s/.*-F \([^ ]*\).*/\1/")" nacre
                        echo "${COMPREPLY[*]}"
                    }
                    complete_words nacre read --store "$2" "$3"' bash "$2" "$1" "$3"
                """#, arguments: [store.path, store.folder.path("completions.bash"), String(stream.prefix(20))])
            guard result.output != "no bash\n" else { return }
            let completed = result.lines.map { $0.trimmingCharacters(in: .whitespaces) }
            #expect(completed == [stream], "\(result.errors)")
            let script = try String(contentsOfFile: store.folder.path("completions.bash"), encoding: .utf8)
            #expect(script.contains(#"-W 'items'$'\n''profiles'"#))
        }
    }
}
