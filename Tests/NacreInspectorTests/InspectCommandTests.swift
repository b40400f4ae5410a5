import AsyncHTTPClient
import ChildProcesses
import Foundation
import NIOHTTP1
import Nacre
import TestFolders
import TestTraits
import Testing

/// The command `nacre inspect`, run as a program.
@Suite(.fewProcesses, .timeLimit(.minutes(10))) struct InspectCommandTests {
    @Test(arguments: [SIGINT, SIGTERM]) func `it prints the address, serves the store, and exits with 0 after a signal`(
        signal: Int32
    ) async throws {
        try await InspectedStore.with([("s-1", EventData(type: "Kept", data: []))]) { store in
            let process = try await ChildProcess(
                InspectedStore.program, ["inspect", "--store", store.path],
                errors: URL(filePath: store.folder.file("", named: "errors")))
            let line = String(
                decoding: try await process.output { $0.contains(UInt8(ascii: "\n")) }, as: UTF8.self)
            #expect(line.wholeMatch(of: /http:\/\/127\.0\.0\.1:\d+\/\?token=[0-9a-f]{32}\n/) != nil)
            try await ServedInspector.use(at: String(line.dropLast())) { inspector in
                let answer = try await inspector.send("/log", try await inspector.cookie)
                #expect(answer.status == .ok)
                let text = try await answer.text
                #expect(text.contains("Kept"))
                #expect(text.contains("nacre find --last 50 --format ndjson --store \(store.path)"))
            }
            process.send(signal)
            #expect(try await process.ending() == .exit(0))
            #expect(try store.folder.bytes("errors") == [])
        }
    }

    @Test func `a port that is taken and a store that is missing end with their codes`() async throws {
        try await InspectedStore.with([("s-1", EventData(type: "Kept", data: []))]) { store in
            try await ServedInspector.run(store) { inspector in
                let errors = URL(filePath: try store.folder.file("", named: "errors"))
                let taken = try await ChildProcess(
                    InspectedStore.program, ["inspect", "--store", store.path, "--port", "\(inspector.port)"],
                    output: ChildProcess.null, errors: errors)
                #expect(try await taken.ending() == .exit(74))
                let said = String(decoding: try store.folder.bytes("errors"), as: UTF8.self)
                #expect(said.contains("cannot listen on port \(inspector.port) of 127.0.0.1: Address already in use"))
                let missing = try await ChildProcess(
                    InspectedStore.program, ["inspect", "--store", store.path + ".none"], output: ChildProcess.null,
                    errors: ChildProcess.null)
                #expect(try await missing.ending() == .exit(66))
            }
        }
    }
}
