import DomainKit
import ItemsDomain
import NacreTesting
import Testing

@Suite
struct ItemDeciderTests {
    private let created = ItemEvent.created(name: "one")

    @Test
    func `creating an item records its creation`() throws {
        try ItemDecider.given().when(.create(name: ItemName("one"))).then(.created(name: "one"))
    }

    @Test
    func `creating an item for an owner records the owner, whom no later event changes`() throws {
        let (owner, other) = (ItemOwner(high: 1, low: 2), ItemOwner(high: 3, low: 4))
        try ItemDecider.given().when(.create(name: ItemName("one"), owner: owner))
            .then(.created(name: "one", owner: owner))
        let created = ItemEvent.created(name: "one", owner: owner)
        try ItemDecider.given(created, .renamed(name: "two"), .completed, .reopened)
            .thenState(is: .present(name: "two", isCompleted: false, owner: owner))
        try ItemDecider.given(created, .created(name: "two", owner: other), .completed, .deleted)
            .thenState(is: .deleted(name: "one", isCompleted: true, owner: owner))
    }

    @Test
    func `an existing item is not created again`() throws {
        for history in [[created], [created, .completed]] {
            try ItemDecider.given(history).when(.create(name: ItemName("two"))).thenFails(\.code, is: .alreadyExists)
        }
    }

    @Test
    func `renaming to another name records the new name`() throws {
        try ItemDecider.given(created).when(.rename(to: ItemName("two"))).then(.renamed(name: "two"))
    }

    @Test
    func `renaming to the same name records nothing`() throws {
        try ItemDecider.given(created).when(.rename(to: ItemName("one"))).thenNothing()
    }

    @Test
    func `completing and reopening alternate`() throws {
        try ItemDecider.given(created)
            .when(.reopen).thenNothing()
            .when(.complete).then(.completed)
            .when(.complete).thenNothing()
            .when(.reopen).then(.reopened)
            .when(.reopen).thenNothing()
    }

    @Test
    func `an item is deleted, completed or not`() throws {
        try ItemDecider.given(created).when(.delete).then(.deleted)
        try ItemDecider.given(created, .completed).when(.delete).then(.deleted)
    }

    @Test
    func `every command but create is rejected for an item that was never created`() throws {
        for command in [ItemCommand.rename(to: try ItemName("one")), .complete, .reopen, .delete, .restore] {
            try ItemDecider.given().when(command).thenFails(\.code, is: .notFound)
        }
    }

    @Test
    func `every command but restore is rejected for a deleted item`() throws {
        let name = try ItemName("one")
        for command in [ItemCommand.create(name: name), .rename(to: name), .complete, .reopen, .delete] {
            try ItemDecider.given(created, .deleted).when(command).thenFails(\.code, is: .deleted)
        }
    }

    @Test
    func `restoring a deleted item brings back its last name and state, and its owner`() throws {
        let created = ItemEvent.created(name: "one", owner: ItemOwner(high: 1, low: 2))
        try ItemDecider.given(created, .renamed(name: "two"), .completed, .deleted).when(.restore).then(.restored)
        try ItemDecider.given(created, .renamed(name: "two"), .completed, .deleted, .restored)
            .thenState(is: .present(name: "two", isCompleted: true, owner: ItemOwner(high: 1, low: 2)))
    }

    @Test
    func `an item is deleted and restored any number of times, and changes in between`() throws {
        try ItemDecider.given(created)
            .when(.restore).thenNothing()
            .when(.delete).then(.deleted)
            .when(.restore).then(.restored)
            .when(.restore).thenNothing()
            .when(.complete).then(.completed)
            .when(.delete).then(.deleted)
            .when(.restore).then(.restored)
            .when(.complete).thenNothing()
    }

    @Test
    func `an erased item is not restored`() throws {
        try ItemDecider.given(created, .deleted, .erased).when(.restore).thenFails(\.code, is: .erased)
    }

    @Test
    func `a recorded name that today's rules reject is still replayed`() throws {
        try ItemDecider.given(.created(name: "")).thenState(is: .present(name: "", isCompleted: false))
    }

    @Test
    func `a deleted item keeps its last state`() throws {
        try ItemDecider.given(created, .completed, .renamed(name: "two"), .deleted)
            .thenState(is: .deleted(name: "two", isCompleted: true))
    }

    @Test
    func `events that no decision could record change nothing`() throws {
        try ItemDecider.given(.renamed(name: "two"), .completed, .deleted).thenState(is: .none)
        try ItemDecider.given(created, .completed, .created(name: "two"))
            .thenState(is: .present(name: "one", isCompleted: true))
        try ItemDecider.given(.restored).thenState(is: .none)
        try ItemDecider.given(created, .completed, .restored).thenState(is: .present(name: "one", isCompleted: true))
        try ItemDecider.given(created, .deleted, .created(name: "two"), .completed, .reopened)
            .thenState(is: .deleted(name: "one", isCompleted: false))
    }
}
