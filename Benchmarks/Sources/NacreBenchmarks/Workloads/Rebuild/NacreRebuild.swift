import DomainKit
import Foundation
import ItemsDomain
import ItemsInfrastructure
import Nacre
import NacreLMDB
import NacreRuntime
import Shell

/// The runtime's own rebuild of the items' read model.
///
/// Every call opens the store and closes it again: the tail and the caches from filling are not there for the rebuild.
actor NacreRebuild: RebuildTarget {
    nonisolated let log = "log.mdb"

    private let folder: URL
    private let mapSize: Int
    private var application: Application?

    init(_ folder: URL, mapSize: Int) {
        self.folder = folder
        self.mapSize = mapSize
    }

    private func opened(_ durability: LMDBEventStore.Durability = .full) async throws -> Application {
        if let application { return application }
        let opened = try await Application.open(
            .lmdb(
                at: folder.path, options: .init(durability: durability, mapSize: mapSize, derivedMapSize: mapSize)))
        application = opened
        return opened
    }

    func fill(_ history: ItemHistory) async throws {
        // Only the log is filled in this way; read models are written as usual.
        let application = try await opened(.unsynced)
        let codec = ItemEvent.codec
        for numbers in history.batches {
            let entries = try numbers.map { number in
                var event = try codec.encode(history.event(number))
                event.time = history.time(of: number)
                return Commit.Entry(stream: history.stream(of: number), event: event)
            }
            _ = try await application.store.append(Commit(entries: entries))
        }
        await close()
        // Outside the measured time, as in a program that rebuilds.
        try await open()
    }

    func open() async throws { _ = try await opened() }

    func rebuild() async throws {
        try await opened().runtime.rebuild(projection: ItemsProjection.name)
    }

    func rows() async throws -> [ItemModelRow] {
        var rows: [ItemModelRow] = []
        let reads = try await opened().reads.items
        var request = ItemPageRequest(limit: 1_000, includingDeleted: true)
        while true {
            let page = try await reads.fetchAll(request)
            rows += page.elements.map(ItemModelRow.init)
            guard let next = page.next else { return rows }
            request.cursor = next
        }
    }

    func close() async {
        await application?.close()
        application = nil
    }
}

extension ItemModelRow {
    init(_ item: ItemDetails) {
        self.init(
            id: EventID(item.id.uuid), name: Array(item.name.utf8), isCompleted: item.isCompleted,
            isDeleted: item.isDeleted, createdAt: item.createdAt.nanosecondsSince1970,
            updatedAt: item.updatedAt.nanosecondsSince1970, version: Int64(bitPattern: item.version))
    }
}
