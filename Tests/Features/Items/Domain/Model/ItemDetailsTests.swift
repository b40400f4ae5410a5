import DomainKit
import ItemsDomain
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

@Suite
struct ItemDetailsTests {
    private let id = ItemID(UUID())
    private let times = (0...3).map { Instant(nanosecondsSince1970: $0, decimals: 9) }

    @Test
    func `a foreign event only advances the version`() throws {
        var details: ItemDetails?
        ItemDetails.evolve(&details, .created(name: "one"), of: id, at: times[1], version: 2)
        details?.skipEvent(version: 3)
        #expect(
            details
                == ItemDetails(
                    id: id, name: "one", isCompleted: false, isDeleted: false, createdAt: times[1],
                    updatedAt: times[1], version: 3))
    }

    @Test(arguments: [
        ([ItemEvent.created(name: "one")], ItemEvent.created(name: "two")),
        ([.created(name: "one"), .deleted], .renamed(name: "two")), ([.created(name: "one")], .restored),
    ])
    func `an impossible event only advances the version, like a foreign one`(before: [ItemEvent], event: ItemEvent)
        throws
    {
        var details: ItemDetails?
        for past in before { ItemDetails.evolve(&details, past, of: id, at: times[0], version: 1) }
        ItemDetails.evolve(&details, event, of: id, at: times[2], version: 9)
        #expect(details?.name == "one")
        #expect(details?.updatedAt == times[0])
        #expect(details?.version == 9)
    }
}
