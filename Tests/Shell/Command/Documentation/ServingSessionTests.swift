import ChildProcesses
import DocumentationPages
import Foundation
import TestFolders
import TestTraits
import Testing

/// Runs the session of `Docs/Serving.md` in a shell, with `curl` and the built program.
@Suite(.fewAtOnce) struct ServingSessionTests {
    private static func listings() throws -> [Listing] {
        try Listing.all(of: "Docs/Serving.md").filter { $0.language == "bash" }
    }

    @Test func `the session on the page is answered as the page says`() async throws {
        let listings = try Self.listings()
        try #require(listings.count == 2)
        let folder = try TemporaryFolder()
        let call = try #require(ShellCall.calls(in: listings[0]).first)
        try await DocumentedServer.run(call, in: folder) { server in
            let start = try #require(SessionStep.all(in: listings[0]).first)
            #expect(start.claims == ["http://127.0.0.1:8080"] + server.printed)
            let steps = SessionStep.all(in: listings[1])
            #expect(steps.count > 12)
            try await Self.run(steps, at: server.address, in: folder)
            for (index, step) in steps.enumerated() {
                let answer = SessionStep.Answer(
                    header: try Self.text("\(index).header", in: folder),
                    output: try Self.text("\(index).output", in: folder))
                #expect(!step.claims.isEmpty, "\(step.commands)")
                #expect(step.differences(from: answer) == [], "\(step.commands): \(answer)")
            }
        }
    }

    /// Runs steps in one shell; each leaves the header of its last answer and its output in a file.
    private static func run(_ steps: [SessionStep], at address: String, in folder: TemporaryFolder) async throws {
        let parts = steps.enumerated().map { index, step in
            let commands = step.commands.joined(separator: "\n").replacing("http://127.0.0.1:8080", with: address)
            return "step=\(index); : >$step.header\n{ \(commands)\n} >$step.output\n"
        }
        let script = "curl() { command curl --dump-header $step.header \"$@\"; }\n" + parts.joined()
        let errors = try folder.file("", named: "errors")
        let shell = try await ChildProcess(
            URL(filePath: "/bin/bash"), ["-c", script], in: URL(filePath: folder.path), output: ChildProcess.null,
            errors: URL(filePath: errors))
        let ending = try await shell.ending()
        let messages = try text("errors", in: folder)
        #expect(ending == .exit(0), "\(messages)")
    }

    private static func text(_ name: String, in folder: TemporaryFolder) throws -> String {
        String(decoding: try folder.bytes(name), as: UTF8.self)
    }

    @Test func `claims that an answer does not fulfil are found`() {
        let page = "```bash\na\n# 201, ETag: \"v1\", as ever\n# {\"id\":\"…\",\"name\":\"b\"}\nc\n```\n"
        let steps = SessionStep.all(in: Listing.all(in: page, page: "Page.md")[0])
        #expect(steps.map(\.commands) == [["a"], ["c"]])
        func differences(_ header: String, _ output: String) -> Int {
            steps[0].differences(from: .init(header: header, output: output)).count
        }
        let (header, output) = ("HTTP/1.1 201 Created\r\nETag: \"v1\"\r\n\r\n", "x\n{\"id\":\"7\",\"name\":\"b\"}\n")
        #expect(differences(header, output) == 0)
        #expect(differences(header.replacing("201", with: "200"), output) == 1)
        #expect(differences(header.replacing("v1", with: "v2"), output) == 1)
        #expect(differences(header, output.replacing("\"b\"", with: "\"c\"")) == 1)
        #expect(differences("", "") == 3)
    }
}
