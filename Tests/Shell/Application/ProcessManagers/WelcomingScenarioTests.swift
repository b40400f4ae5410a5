import DomainKit
import ItemsDomain
import ItemsInfrastructure
import Nacre
import NacreTesting
import ProfileDomain
import ProfileInfrastructure
import Testing

@testable import Shell

/// The reactions to events of profiles.
@Suite
struct WelcomingScenarioTests {
    private let welcoming = ProcessScenario { store, time in Welcoming(in: store, time: time) }
    private let ada = ProfileEvent.identityCompleted(screenName: "Ada", birthday: "1990-12-10")
    private let grace = ProfileEvent.identityCompleted(screenName: "Grace", birthday: "1990-12-10")

    @Test
    func `completing an identity creates a welcome item with the event's id`() async throws {
        let outcome = try await welcoming.when("profile-ada", [ada], by: ProfileEvent.codec)
        try outcome.then(
            "item-\(outcome.cause.id)", [.created(name: "Welcome, Ada")], by: ItemEvent.codec)
    }

    @Test
    func `each completed identity creates its own welcome item`() async throws {
        let outcome =
            try await welcoming
            .given("profile-ada", [ada], by: ProfileEvent.codec)
            .when("profile-grace", [grace], by: ProfileEvent.codec)
        try outcome.then(
            "item-\(outcome.cause.id)", [.created(name: "Welcome, Grace")], by: ItemEvent.codec)
    }

    @Test
    func `a profile that another program has set up twice gets one welcome item`() async throws {
        try await welcoming
            .given("profile-ada", [ada], by: ProfileEvent.codec)
            .when("profile-ada", .identity("Countess")).thenNothing()
            .when("profile-ada", [.birthdayCorrected(to: "1990-12-11")], by: ProfileEvent.codec).thenNothing()
    }

    @Test
    func `an event outside of profile streams creates no welcome item`() async throws {
        try await welcoming.when("profile- ", .identity("Nobody")).thenNothing()
        try await welcoming.when("person-ada", [ada], by: ProfileEvent.codec).thenNothing()
    }

    @Test(arguments: [
        [ItemEvent.created(name: "Mine")], [.created(name: "Mine"), .completed], [.created(name: "Mine"), .deleted],
    ])
    func `an existing item with the welcome item's id is not changed`(item: [ItemEvent]) async throws {
        var identity = try EventData.identity("Ada")
        identity.id = EventID(high: 0x4000, low: 1 << 63)
        let stream: StreamName = "item-00000000-0000-4000-8000-000000000000"
        try await welcoming
            .given(stream, item, by: ItemEvent.codec)
            .when("profile-ada", identity).thenNothing()
    }

    @Test
    func `a screen name that is invalid as an item name halts the process manager`() async throws {
        let outcome = try await welcoming.when("profile-bell", .identity("\u{7}")).thenHalts()
        #expect(outcome.halt?.cause is ValidationError)
    }
}
