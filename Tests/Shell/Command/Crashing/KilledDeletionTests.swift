import AsyncHTTPClient
import AuthDomain
import AuthSecrets
import ChildProcesses
import FeatureAPI
import Foundation
import PeerMessages
import ShellPeer
import TestFolders
import TestTraits
import Testing

/// Kills a process at each step of deleting an account, and serves the store afterwards.
@Suite(.fewAtOnce, .timeLimit(.minutes(25))) struct KilledDeletionTests {
    /// The steps, in their order.
    private static let steps =
        [DeletionStep.verified, .decided]
        + [
            SecretsStep.recordsDeleted, .erasureRecorded, .keyOverwritten, .keyOverwriteSynced, .keyZeroed,
            .keyZeroSynced, .slotFreed, .erasureCompleted,
        ].map { DeletionStep($0) }
        + [.erased, .reacting, .reacted, .caughtUp]

    @Test func `an account whose deletion is killed at any step is whole, or erased by the next server`() async throws {
        let template = try TemporaryFolder()
        let http = HTTPClient(eventLoopGroupProvider: .singleton)
        do {
            let planted = try await ServedAccounts.plant(in: template, http)
            #expect(try planted.traces(in: template) == ["the key in keys"])
            for step in Self.steps { try await verify(step, planted, template, http) }
        } catch {
            try await http.shutdown()
            throw error
        }
        try await http.shutdown()
    }

    private func verify(
        _ step: DeletionStep, _ planted: ServedAccounts, _ template: TemporaryFolder, _ http: HTTPClient
    ) async throws {
        let folder = try TemporaryFolder()
        let store = folder.path("served.nacre")
        try FileManager.default.copyItem(atPath: template.path("served.nacre"), toPath: store)
        let peer = Peer<ShellJob>("ShellPeer", store: store, arguments: ["--map-size", "\(64 << 20)"])
        let process = try await peer.start(
            .deleteAccount(token: planted.token, password: ServedAccounts.password, dyingAt: step))
        _ = try await process.output()
        #expect(try await process.ending() == .signal(SIGKILL), "\(step)")

        let server = ServerProcess(in: folder)
        try await server.start()
        do {
            let clients = planted.clients(of: await server.port, http)
            if step == .verified {
                #expect(try await clients.person.items() == [ServedAccounts.item], "\(step)")
                #expect(try await clients.person.screenName() == ServedAccounts.screenName, "\(step)")
                #expect(try await clients.person.delete() == 204, "\(step)")
            }
            #expect(try await clients.person.send(.get, "/v1/items").status == 401, "\(step)")
            #expect(try await clients.person.signIn().status == 401, "\(step)")
            // A server settles what a process has left in the background.
            while try planted.hasKey(in: folder) { try await Task.sleep(for: .milliseconds(20)) }
            #expect(try planted.traces(in: folder) == [], "\(step)")
            #expect(try await clients.bystander.items() == [ServedAccounts.otherItem], "\(step)")
            #expect(try await server.loggedErrors() == [], "\(step)")
        } catch {
            try await server.kill()
            throw error
        }
        try await server.kill()
        #expect(try planted.traces(in: folder) == [], "\(step)")
    }
}
