import Logging
import Nacre
import NacreRuntime

extension StoreOptions {
    /// An error of opening the store, with what can be done about damage.
    func explained(_ error: any Error, openedFor purpose: StoragePurpose) async -> any Error {
        guard let damage = error as? EventStoreError else { return error }
        guard purpose != .checking else {
            // Opening for a check reads around all damage that can be read around.
            let isDamage = damage.code == .damaged || damage.code == .notAStore
            return isDamage ? DamagedStore(cause: damage, isReadable: false) : error
        }
        guard damage.code == .damaged, await canReadAround({ _ in true }) else { return error }
        return DamagedStore(cause: damage, isReadable: true)
    }

    /// An error of work on the store, which is closed, with what can be done about damage of the log.
    func explainedDamage(_ error: any Error) async -> any Error {
        guard let damage = error as? EventStoreError, damage.code == .damaged, let position = damage.position,
            await canReadAround({ try await !$0.intactEvents(from: max(position, 1)).damage.isEmpty })
        else { return error }
        return DamagedStore(cause: damage, isReadable: true)
    }

    /// Whether the store opens in a way that reads around damage, and satisfies a condition then.
    private func canReadAround(_ isSatisfied: (any StoreInspection) async throws -> Bool) async -> Bool {
        let logger = Logger(label: Tool.name, factory: { _ in SwiftLogNoOpLogHandler() })
        do {
            return try await Tool.engine(location(logger)).use(for: .checking) {
                try await isSatisfied($0.inspection)
            }
        } catch {
            // The damage itself is what the command reports; without a remedy it is as true.
            return false
        }
    }
}
