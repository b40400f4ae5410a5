import AuthDomain
import AuthPeer
import AuthSecrets
import ChildProcesses
import DomainKit
import Foundation
import PeerMessages
import TestFolders
import Testing

/// A second process that uses the secrets of a folder.
struct SecretsPeer {
    private let peer: Peer<SecretsJob>

    init(_ folder: TemporaryFolder) {
        peer = Peer("AuthPeer", store: folder.path)
    }

    /// Runs a job to its end.
    func run(_ action: SecretsJob.Action, _ account: AccountID) async throws {
        let process = try await peer.start(SecretsJob(action, account.description))
        _ = try await process.output()
        #expect(try await process.ending() == .exit(0))
    }

    /// Runs a job in a process that is killed at a step.
    func die(_ action: SecretsJob.Action, _ account: AccountID, at step: SecretsStep) async throws {
        let process = try await peer.start(SecretsJob(action, account.description, dyingAt: step))
        _ = try await process.output()
        #expect(try await process.ending() == .signal(SIGKILL))
    }
}
