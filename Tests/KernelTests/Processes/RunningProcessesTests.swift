import Foundation
import Nacre
import PeerMessages
import TestTraits
import Testing

@testable import Kernel

/// Process managers beside each other, and one whose effects would show if they happened twice.
@Suite(.fewAtOnce, .timeLimit(.minutes(10)))
struct RunningProcessesTests {
    private struct Stuck: ProcessManager {
        struct Cause: Error {}
        let name = "stuck"
        let query = Query.types("IdentityCompleted")
        func react(to event: RecordedEvent) async throws -> Commit? { throw Cause() }
    }

    @Test
    func `of several processes that follow the log, one that halts ends all, with what halts it`() async throws {
        let kernel = Kernel.inMemory()
        try await kernel.store.append([.identity("Ada")], to: "profile-ada")
        let error = await #expect(throws: EventStoreError.self) {
            try await Kernel.run(
                [
                    ProcessRunner(manager: Echoing(), store: kernel.store),
                    ProcessRunner(manager: Stuck(), store: kernel.store),
                ])
        }
        #expect(error?.code == .processHalted)
        #expect(error?.cause is Stuck.Cause)
        await kernel.close()
    }

    @Test
    func `a process that halts is told once to the log of the program, and no longer once it goes on`() async throws {
        let notices = Notices()
        var options = Kernel.Options(logger: notices.logger)
        options.welcomesProfiles = true
        let kernel = Kernel.inMemory(options: options)
        try await kernel.store.append([.identity("\u{7}")], to: "profile-bell")
        #expect(try await kernel.react().map(\.position) == [1])
        #expect(notices.all.count == 1)
        #expect(notices.all.first?.contains(#"process "welcome" halts before position 1"#) == true, "\(notices.all)")
        try await kernel.skip(1, inProcess: "welcome", reason: "nobody has this name")
        #expect(try await kernel.react().isEmpty)
        #expect(notices.all.count == 1)
        await kernel.close()
    }

    @Test
    func `what a process has done is not done again where derived data is deleted`() async throws {
        let store = try TemporaryStore()
        for users in [["ada", "grace"], ["edsger"], []] {
            try await store.withKernel { kernel in
                for user in users { try await kernel.store.append([.identity(user)], to: "profile-\(user)") }
                try await ProcessRunner(manager: Echoing(), store: kernel.store).catchUp()
            }
            for file in ["views.mdb", "index.mdb"] {
                try FileManager.default.removeItem(atPath: "\(store.path)/\(file)")
            }
        }
        try await store.withKernel { kernel in
            let completed = try await kernel.store.readLog(matching: Echoing().query).collect()
            let echoes = try await kernel.store.read("echoes").collect()
            #expect(completed.count == 3)
            #expect(echoes.map { String(decoding: $0.data, as: UTF8.self) } == completed.map(\.id.description))
        }
    }
}
