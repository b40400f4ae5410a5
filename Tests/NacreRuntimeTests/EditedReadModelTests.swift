import Nacre
import NacreTesting
import Testing

@testable import NacreRuntime

/// Read models of edited histories, compared with the recorded ones.
@Suite
struct EditedReadModelTests {
    private func runtime() throws -> Runtime {
        try Runtime(on: Storage(store: InMemoryEventStore())) { Parcels() }
    }

    private struct Unexpected: Error {}

    @Test
    func `rows that no edit changes keep the positions of the recorded log`() async throws {
        let recorded = try runtime()
        for number in 1...6 {
            let event = try ParcelEvent.codec.encode(.packed(label: "\(number)"))
            try await recorded.store.append([event], to: StreamName("parcel-\(number)"))
        }
        let inserted = Commit.Entry(stream: "parcel-9", event: try ParcelEvent.codec.encode(.packed(label: "9")))
        let history = try await recorded.edited(by: [.remove(2), .insert(after: 3, inserted), .move(5, after: 0)])
        #expect(recorded.projections(changedBy: history) == ["parcels"])
        let outcome = try await recorded.withModel(of: "parcels", editedBy: history) { supposed in
            try await supposed.differences(of: "parcels", from: recorded.models)
        }
        guard case .complete(let differences) = outcome else { throw Unexpected() }
        // The removed parcel and the inserted one, in the table and in its index; the moved one has its position.
        #expect(differences.filter { $0.place.table == 0 }.compactMap(\.name) == ["2", "7"])
        #expect(differences.allSatisfy { $0.before == nil || $0.after == nil })
        await recorded.close()
    }

    @Test(arguments: [false, true])
    func `events that are appended later are no differences`(whileListing: Bool) async throws {
        let recorded = try runtime()
        func pack(_ labels: ClosedRange<Int>) async throws {
            for label in labels {
                let event = try ParcelEvent.codec.encode(.packed(label: "\(label)"))
                try await recorded.store.append([event], to: StreamName("parcel-\(label)"))
            }
        }
        try await pack(1...6)
        let history = try await recorded.edited(by: [.remove(2), .remove(4), .remove(5)])
        if !whileListing { try await pack(7...9) }
        var found: [String] = []
        _ = try await recorded.forEachRowDifference(of: "parcels", editedBy: history, held: 1) { difference in
            if whileListing, found.isEmpty { try await pack(7...9) }
            if difference.place.table == Parcels.parcels.number { found.append(difference.name ?? "") }
        }
        #expect(found == ["2", "4", "5"])
        await recorded.close()
    }

    @Test
    func `a projection that cannot apply an edited event is halted at its recorded position`() async throws {
        let recorded = try runtime()
        for number in 1...4 {
            let event = try ParcelEvent.codec.encode(.packed(label: "\(number)"))
            try await recorded.store.append([event], to: StreamName("parcel-\(number)"))
        }
        let history = try await recorded.edited(by: [.remove(1), .replace(3, data: Array("[]".utf8))])
        let outcome = try await recorded.withModel(of: "parcels", editedBy: history) { _ in Issue.record("built") }
        guard case .halted(before: 3, _) = outcome else { throw Unexpected() }
        await recorded.close()
    }
}
