import DomainKit
import ItemsDomain
import TestRandomness
import Testing

extension ItemBehaviours {
    /// The behaviour of several users in any order of commands, compared with an oracle.
    static let histories: [Behaviour<ItemStores>] = (UInt64(1)...8).map { seed in
        Behaviour("several owners and the operator get the answers of an oracle, for any commands: seed \(seed)") {
            stores async throws in
            var random = SeededGenerator(seed: seed)
            var oracle = ItemOracle()
            let users: [ItemAccess] = [.all] + (0..<3).map { _ in .owner(.fresh) }
            let ids = (0..<12).map { _ in ItemID.fresh }
            for step in 0..<80 {
                let user = users[random.below(users.count)]
                let command = ItemOracle.Command.random(on: ids[random.below(ids.count)], using: &random)
                let expected = oracle.answer(command, by: user)
                let found = try await command.run(on: stores.items(for: user))
                #expect(found == expected, "step \(step): \(command) by \(user)")
            }
            for user in users {
                for includingDeleted in [false, true] {
                    let limit = 1 + random.below(ids.count)
                    let listed = try await stores.list(for: user, limit: limit, includingDeleted: includingDeleted)
                    #expect(listed == oracle.list(for: user, includingDeleted: includingDeleted))
                }
            }
        }
    }
}

/// What each user's commands and queries answer, by the rules in their shortest form.
private struct ItemOracle {
    /// What is shown of an item.
    struct Shown: Equatable {
        var id: ItemID
        var owner: ItemOwner?
        var name: String
        var isCompleted = false
        var isDeleted = false
    }

    enum Answer: Equatable {
        case item(Shown)
        case refused(ItemError.Code)
    }

    enum Command {
        case create(ItemID, String)
        case rename(ItemID, String)
        case complete(ItemID)
        case reopen(ItemID)
        case delete(ItemID)
        case restore(ItemID)
        case fetch(ItemID)

        static func random(on id: ItemID, using random: inout SeededGenerator) -> Command {
            let name = "name \(random.below(3))"
            return switch random.below(11) {
            case 0...2: .create(id, name)
            case 3...4: .rename(id, name)
            case 5...6: .complete(id)
            case 7: .reopen(id)
            case 8: .fetch(id)
            case 9: .restore(id)
            default: .delete(id)
            }
        }

        func run(on items: ItemUseCases) async throws -> Answer {
            do {
                let details =
                    switch self {
                    case .create(let id, let name): try await items.create(name: name, id: id)
                    case .rename(let id, let name): try await items.rename(id, to: name)
                    case .complete(let id): try await items.complete(id)
                    case .reopen(let id): try await items.reopen(id)
                    case .delete(let id): try await items.delete(id)
                    case .restore(let id): try await items.restore(id)
                    case .fetch(let id): try await items.fetch(id)
                    }
                return .item(Shown(details))
            } catch let error as ItemError {
                return .refused(error.code)
            }
        }
    }

    /// The items in order of creation.
    private var items: [Shown] = []

    mutating func answer(_ command: Command, by user: ItemAccess) -> Answer {
        switch command {
        case .create(let id, let name):
            guard let item = items.first(where: { $0.id == id }) else {
                items.append(Shown(id: id, owner: user.owner, name: name))
                return .item(items[items.count - 1])
            }
            return .refused(user.sees(item) && item.isDeleted ? .deleted : .alreadyExists)
        case .fetch(let id):
            guard let item = items.first(where: { $0.id == id && user.sees($0) }) else { return .refused(.notFound) }
            return .item(item)
        case .rename(let id, let name): return change(id, by: user) { $0.name = name }
        case .complete(let id): return change(id, by: user) { $0.isCompleted = true }
        case .reopen(let id): return change(id, by: user) { $0.isCompleted = false }
        case .delete(let id): return change(id, by: user) { $0.isDeleted = true }
        case .restore(let id): return change(id, by: user, evenDeleted: true) { $0.isDeleted = false }
        }
    }

    private mutating func change(
        _ id: ItemID, by user: ItemAccess, evenDeleted: Bool = false, _ change: (inout Shown) -> Void
    ) -> Answer {
        guard let index = items.firstIndex(where: { $0.id == id && user.sees($0) }) else { return .refused(.notFound) }
        guard evenDeleted || !items[index].isDeleted else { return .refused(.deleted) }
        change(&items[index])
        return .item(items[index])
    }

    func list(for user: ItemAccess, includingDeleted: Bool) -> [Shown] {
        items.filter { user.sees($0) && (includingDeleted || !$0.isDeleted) }
    }
}

extension ItemOracle.Shown {
    fileprivate init(_ details: ItemDetails) {
        self.init(
            id: details.id, owner: details.owner, name: details.name, isCompleted: details.isCompleted,
            isDeleted: details.isDeleted)
    }
}

extension ItemAccess {
    fileprivate var owner: ItemOwner? {
        switch self {
        case .all: nil
        case .owner(let owner): owner
        }
    }

    fileprivate func sees(_ item: ItemOracle.Shown) -> Bool { self == .all || item.owner == owner }
}

extension ItemStores {
    /// The whole list that a user sees, read in pages of a given size.
    fileprivate func list(
        for user: ItemAccess, limit: Int, includingDeleted: Bool
    ) async throws -> [ItemOracle.Shown] {
        var shown: [ItemOracle.Shown] = []
        var cursor: PageCursor?
        repeat {
            let page = try await items(for: user).fetchAll(
                after: cursor, limit: limit, includingDeleted: includingDeleted)
            shown += page.elements.map(ItemOracle.Shown.init)
            cursor = page.next
        } while cursor != nil && shown.count < 1000
        return shown
    }
}
