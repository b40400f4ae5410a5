import DomainKit
import ItemsDomain
import Nacre
import NacreTool
import Shell

extension ItemReference {
    /// The most items that an error names.
    private static let namedItems = 3

    /// The number of items with which the id of no item is compared.
    private static let comparedItems = 10_000

    /// The item's id.
    ///
    /// - Parameter items: The items among which a beginning is unique; deleted ones count.
    /// - Returns: The id, which may be that of no item if it was given whole.
    /// - Throws: ``CommandError`` if no item's id begins like this, or several do; errors of the queries.
    /// - Complexity: O(*n*) in the items if a beginning is given.
    func id(in items: ItemReads) async throws -> ItemID {
        switch self {
        case .id(let id): return id
        case .beginning(let beginning): return try await Self.id(beginningWith: beginning, in: items)
        }
    }

    /// The question whether another item was meant.
    ///
    /// - Parameters:
    ///   - id: The id that no item has.
    ///   - items: The items; deleted ones count.
    /// - Returns: The question, for the end of a message; empty if no id is near.
    /// - Throws: Errors of the queries.
    /// - Complexity: O(*n*) in the items, of which a number is looked at.
    static func question(about id: ItemID, in items: ItemReads) async throws -> String {
        try await question(about: id.description, in: items)
    }

    /// The question whether another id, or another beginning of as many signs, was meant.
    private static func question(about text: String, in items: ItemReads) async throws -> String {
        var near = NearRows(to: text)
        var rest = comparedItems
        var cursor: PageCursor?
        repeat {
            let page = try await items.fetchAll(
                after: cursor, limit: PageLimit.allowed.upperBound, includingDeleted: true)
            for item in page.elements { near.consider(String(item.id.description.prefix(text.count))) }
            rest -= page.elements.count
            cursor = page.next
        } while cursor != nil && rest > 0
        return near.question
    }

    private static func id(beginningWith beginning: String, in items: ItemReads) async throws -> ItemID {
        var found: [ItemID] = []
        var cursor: PageCursor?
        repeat {
            let page = try await items.fetchAll(
                after: cursor, limit: PageLimit.allowed.upperBound, includingDeleted: true)
            found += page.elements.map(\.id).filter { $0.description.hasPrefix(beginning) }
            cursor = page.next
        } while cursor != nil && found.count <= namedItems
        guard let id = found.first else {
            let question = try await question(about: beginning, in: items)
            throw CommandError(
                .noSuchItem, "no item has an id that begins with \(quoted(beginning))\(question)")
        }
        guard found.count == 1 else {
            let ids = found.prefix(namedItems).map(\.description)
            throw CommandError(
                .badInput,
                "several items have ids that begin with \(quoted(beginning)), such as \(Figures.list(ids)): "
                    + "give more digits of one")
        }
        return id
    }
}
