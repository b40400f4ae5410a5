import DomainKit
import ItemsDomain
import TestRandomness
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

@Suite
struct ItemPropertyTests {
    private static let names = ["one", "two", "caf\u{E9}", "cafe\u{301}"]

    private static let owners = [nil, ItemOwner(high: 1, low: 2), ItemOwner(high: 3, low: 4)]

    private static func command(using random: inout SeededGenerator) throws -> ItemCommand {
        let name = try ItemName(names.randomElement(using: &random) ?? "one")
        let commands: [ItemCommand] = [
            .create(name: name, owner: owners.randomElement(using: &random) ?? nil), .rename(to: name),
            .rename(to: name), .complete, .reopen, .complete, .reopen, .delete, .restore,
        ]
        return commands.randomElement(using: &random) ?? .delete
    }

    private static func event(using random: inout SeededGenerator) -> ItemEvent {
        let name = names.randomElement(using: &random) ?? "one"
        let events: [ItemEvent] = [
            .created(name: name, owner: owners.randomElement(using: &random) ?? nil), .renamed(name: name), .completed,
            .reopened, .renamed(name: name), .deleted, .restored,
        ]
        return events.randomElement(using: &random) ?? .deleted
    }

    @Test(arguments: UInt64(0)..<100)
    func `the rules hold for any commands in any order`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var state = ItemDecider.initialState
        var history: [ItemEvent] = []
        for _ in 0..<30 {
            let command = try Self.command(using: &random)
            let events: [ItemEvent]
            do {
                events = try ItemDecider.decide(command, state)
            } catch {
                switch state {
                case .none: #expect(error.code == .notFound)
                case .present: #expect(error.code == .alreadyExists)
                case .deleted: #expect(error.code == .deleted)
                case .erased: Issue.record("no command erases")
                }
                continue
            }
            if case .deleted = state {
                #expect(command == .restore, "\(command) was not refused on a deleted item")
            }
            let before = state
            for event in events {
                ItemDecider.evolve(&state, event)
                history.append(event)
            }
            #expect(events.isEmpty == Self.sameBytes(before, state), "\(command) decided \(events) on \(before)")
            if case .create = command {
            } else if case .present = state {
                #expect(try ItemDecider.decide(command, state).isEmpty, "\(command) takes effect twice")
            }
        }
        #expect(Self.sameBytes(ItemDecider.replay(history), state))
        // Deletions and restorings alternate, beginning with a deletion.
        let turns = history.filter { $0 == .deleted || $0 == .restored }
        #expect(turns == turns.indices.map { $0 % 2 == 0 ? .deleted : .restored })
    }

    @Test(arguments: UInt64(0)..<100)
    func `the read model equals the state of the decisions, for any history`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let id = ItemID(UUID())
        var state = ItemDecider.initialState
        var details: ItemDetails?
        for version in 1...UInt64(15) {
            let event = Self.event(using: &random)
            let time = Instant(nanosecondsSince1970: Int64(version), decimals: 9)
            let (stateBefore, updatedBefore) = (state, details?.updatedAt)
            ItemDecider.evolve(&state, event)
            ItemDetails.evolve(&details, event, of: id, at: time, version: version)
            switch state {
            case .none, .erased: #expect(details == nil)
            case .present(let name, let isCompleted, let owner), .deleted(let name, let isCompleted, let owner):
                let shown = try #require(details)
                #expect(shown.owner == owner)
                #expect(Array(shown.name.utf8) == Array(name.utf8))
                #expect(shown.isCompleted == isCompleted)
                #expect(shown.version == version)
                if case .deleted = state { #expect(shown.isDeleted) } else { #expect(!shown.isDeleted) }
                if !Self.sameBytes(stateBefore, state) {
                    #expect(shown.updatedAt == time)
                } else if case .deleted = state {
                    #expect(shown.updatedAt == updatedBefore)
                }
            }
        }
    }

    private static func sameBytes(_ left: Item, _ right: Item) -> Bool {
        "\(left)".utf8.elementsEqual("\(right)".utf8)
    }
}
