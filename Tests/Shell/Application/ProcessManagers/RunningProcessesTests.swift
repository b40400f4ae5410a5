import Foundation
import Nacre
import Shell
import ShellPeer
import TestTraits
import Testing

@testable import NacreRuntime

/// Several process managers at once, one of which would show duplicate effects.
@Suite(.fewAtOnce, .timeLimit(.minutes(25)))
struct RunningProcessesTests {
    private struct Stuck: ProcessManager {
        struct Cause: Error {}
        let name = "stuck"
        let query = Query.types("IdentityCompleted")
        func react(to event: RecordedEvent) async throws -> Commit? { throw Cause() }
    }

    @Test
    func `a process manager that halts ends all running ones with its error`() async throws {
        let application = try Application.inMemory()
        try await application.store.append([.identity("Ada")], to: "profile-ada")
        let error = await #expect(throws: EventStoreError.self) {
            try await Runtime.run(
                [
                    ProcessRunner(manager: EchoProcess(), store: application.store),
                    ProcessRunner(manager: Stuck(), store: application.store),
                ])
        }
        #expect(error?.code == .processHalted)
        #expect(error?.cause is Stuck.Cause)
        await application.close()
    }

    @Test
    func `a halt is logged once, and not after the process manager continues`() async throws {
        let notices = Notices()
        let options = Application.Options(welcomesProfiles: true, runtime: .init(logger: notices.logger))
        let application = try Application.inMemory(options: options)
        try await application.store.append([.identity("\u{7}")], to: "profile-bell")
        #expect(try await application.runtime.react().map(\.position) == [1])
        #expect(notices.all.count == 1)
        #expect(notices.all.first?.contains(#"process "welcome" halts before position 1"#) == true, "\(notices.all)")
        try await application.runtime.skip(1, inProcess: "welcome", reason: "a test account")
        #expect(try await application.runtime.react().isEmpty)
        #expect(notices.all.count == 1)
        await application.close()
    }

    @Test
    func `deleting derived data does not repeat the effects of a process manager`() async throws {
        let store = try TemporaryStore()
        for users in [["ada", "grace"], ["edsger"], []] {
            try await store.withApplication { application in
                for user in users { try await application.store.append([.identity(user)], to: "profile-\(user)") }
                try await ProcessRunner(manager: EchoProcess(), store: application.store).catchUp()
            }
            for file in ["views.mdb", "index.mdb"] {
                try FileManager.default.removeItem(atPath: "\(store.path)/\(file)")
            }
        }
        try await store.withApplication { application in
            let completed = try await application.store.readLog(matching: EchoProcess().query).collect()
            let echoes = try await application.store.read("echoes").collect()
            #expect(completed.count == 3)
            #expect(echoes.map { String(decoding: $0.data, as: UTF8.self) } == completed.map(\.id.description))
        }
    }
}
