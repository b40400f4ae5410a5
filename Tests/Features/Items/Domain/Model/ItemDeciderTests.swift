import DomainKit
import ItemsDomain
import Testing

@Suite
struct ItemDeciderTests {
    private let open = Item.present(name: "one", isCompleted: false)
    private let completed = Item.present(name: "one", isCompleted: true)

    @Test
    func `creating an item creates it`() throws {
        #expect(try ItemDecider.decide(.create(name: ItemName("one")), .none) == [.created(name: "one")])
    }

    @Test
    func `an item that exists is not created again`() throws {
        for item in [open, completed] {
            let error = #expect(throws: ItemError.self) {
                try ItemDecider.decide(.create(name: ItemName("two")), item)
            }
            #expect(error?.code == .alreadyExists)
        }
    }

    @Test
    func `renaming to another name renames`() throws {
        #expect(try ItemDecider.decide(.rename(to: ItemName("two")), open) == [.renamed(name: "two")])
    }

    @Test
    func `renaming to the same name does nothing`() throws {
        #expect(try ItemDecider.decide(.rename(to: ItemName("one")), open).isEmpty)
    }

    @Test
    func `completing and reopening take turns`() throws {
        #expect(try ItemDecider.decide(.complete, open) == [.completed])
        #expect(try ItemDecider.decide(.complete, completed).isEmpty)
        #expect(try ItemDecider.decide(.reopen, completed) == [.reopened])
        #expect(try ItemDecider.decide(.reopen, open).isEmpty)
    }

    @Test
    func `deleting deletes, completed or not`() throws {
        #expect(try ItemDecider.decide(.delete, open) == [.deleted])
        #expect(try ItemDecider.decide(.delete, completed) == [.deleted])
    }

    @Test
    func `nothing can be wanted of an item that was never created`() throws {
        for command in [ItemCommand.rename(to: try ItemName("one")), .complete, .reopen, .delete] {
            let error = #expect(throws: ItemError.self) { try ItemDecider.decide(command, .none) }
            #expect(error?.code == .notFound)
        }
    }

    @Test
    func `nothing can be wanted of a deleted item`() throws {
        let name = try ItemName("one")
        for command in [ItemCommand.create(name: name), .rename(to: name), .complete, .reopen, .delete] {
            let error = #expect(throws: ItemError.self) {
                try ItemDecider.decide(command, .deleted(name: "one", isCompleted: false))
            }
            #expect(error?.code == .deleted)
        }
    }

    @Test
    func `a recorded name that no rule would allow now is still replayed`() {
        #expect(ItemDecider.replay([.created(name: "")]) == .present(name: "", isCompleted: false))
    }

    @Test
    func `a deleted item remembers what it was`() {
        #expect(
            ItemDecider.replay([.created(name: "one"), .completed, .renamed(name: "two"), .deleted])
                == .deleted(name: "two", isCompleted: true))
    }

    @Test
    func `events that could not have been decided change nothing`() {
        #expect(ItemDecider.replay([.renamed(name: "two"), .completed, .deleted]) == .none)
        #expect(ItemDecider.replay([.created(name: "two")], from: completed) == completed)
        let deleted = Item.deleted(name: "one", isCompleted: false)
        #expect(ItemDecider.replay([.created(name: "two"), .completed, .reopened], from: deleted) == deleted)
    }
}
