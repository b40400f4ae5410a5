import AuthDomain
import AuthSecrets
import TestFolders
import TestTraits
import Testing

/// Secrets belong to one log, and notice that it was replaced or restored.
@Suite(.fewAtOnce) struct LogBindingTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Opens the secrets of a log, and closes them after a closure.
    private func open(_ log: ManualLog, _ body: (LMDBSecretStore) async throws -> Void = { _ in }) async throws {
        let store = try await LMDBSecretStore.open(in: folder.path, of: log, sodium: Sodium(), mapSize: 64 << 20)
        do {
            try await body(store)
        } catch {
            await store.close()
            throw error
        }
        await store.close()
    }

    private func code(_ log: ManualLog) async -> SecretsError.Code? {
        await #expect(throws: SecretsError.self) { try await open(log) }?.code
    }

    @Test func `a log that has grown is followed`() async throws {
        try await open(ManualLog(end: 3))
        try await open(ManualLog(end: 3))
        try await open(ManualLog(end: 9, hasAccounts: true))
    }

    @Test func `another log is refused`() async throws {
        try await open(ManualLog(1, end: 3))
        #expect(await code(ManualLog(2, end: 3)) == .otherLog)
        try await open(ManualLog(1, end: 3))
    }

    @Test func `an older log is refused, and so is one that has grown again with other events`() async throws {
        try await open(ManualLog(end: 5, history: 1))
        #expect(await code(ManualLog(end: 4, history: 1)) == .otherHistory)
        #expect(await code(ManualLog(end: 8, history: 2)) == .otherHistory)
        try await open(ManualLog(end: 8, history: 1))
    }

    @Test func `what was followed while the secrets were open counts`() async throws {
        try await open(ManualLog(end: 5)) { try await $0.follow(ManualLog(end: 7)) }
        #expect(await code(ManualLog(end: 6)) == .otherHistory)
    }

    @Test func `following never goes back`() async throws {
        try await open(ManualLog(end: 5)) { try await $0.follow(ManualLog(end: 2)) }
        #expect(await code(ManualLog(end: 4)) == .otherHistory)
    }

    @Test func `binding accepts the log as it is`() async throws {
        try await open(ManualLog(1, end: 5))
        let older = ManualLog(2, end: 1, history: 3)
        #expect(await code(older) == .otherLog)
        let store = try await LMDBSecretStore.open(in: folder.path, sodium: Sodium(), mapSize: 64 << 20)
        try await store.bind(to: older)
        await store.close()
        try await open(older)
        #expect(await code(ManualLog(1, end: 5)) == .otherLog)
    }

    @Test func `missing secrets are not created for a log with accounts, and no file appears`() async throws {
        #expect(await code(ManualLog(end: 5, hasAccounts: true)) == .noSecrets)
        #expect(try folder.names() == [])
        try await open(ManualLog(end: 5))
        #expect(try folder.names().contains("secrets.mdb"))
    }

    @Test func `secrets that were never opened with a log are bound to the first one`() async throws {
        try await folder.withSecrets { _ in }
        try await open(ManualLog(1, end: 2, hasAccounts: true))
        #expect(await code(ManualLog(2, end: 2)) == .otherLog)
    }
}
