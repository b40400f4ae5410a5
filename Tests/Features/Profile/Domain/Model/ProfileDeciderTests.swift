import DomainKit
import NacreTesting
import ProfileDomain
import TestRandomness
import Testing

@Suite
struct ProfileDeciderTests {
    private let set = ProfileEvent.identityCompleted(screenName: "Ada", birthday: "1990-12-10")

    private static func birthday(_ text: String) throws -> Birthday {
        try Birthday(text, today: CalendarDay(parsing: "2024-03-01"))
    }

    private static func identity() throws -> ProfileCommand {
        .completeIdentity(screenName: try ScreenName("Ada"), birthday: try birthday("1990-12-10"))
    }

    @Test
    func `setting up a profile records its identity`() throws {
        try ProfileDecider.given().when(Self.identity()).then(set)
    }

    @Test
    func `a profile is set up only once`() throws {
        try ProfileDecider.given(set).when(Self.identity()).thenFails(\.code, is: .alreadyComplete)
    }

    @Test
    func `a changed screen name records the old one in lower case`() throws {
        try ProfileDecider.given(set).when(.changeScreenName(to: ScreenName("Lovelace")))
            .then(.screenNameChanged(to: "Lovelace", replacing: "ada"))
        try ProfileDecider.given(set).when(.changeScreenName(to: ScreenName("ADA")))
            .then(.screenNameChanged(to: "ADA", replacing: "ada"))
    }

    @Test
    func `an old screen name that today's rules reject is not recorded`() throws {
        try ProfileDecider.given(.identityCompleted(screenName: "Ada Lovelace\n", birthday: "1990-12-10"))
            .when(.changeScreenName(to: ScreenName("Ada")))
            .then(.screenNameChanged(to: "Ada", replacing: nil))
    }

    @Test
    func `changing a value to itself records nothing`() throws {
        try ProfileDecider.given(set).when(.changeScreenName(to: ScreenName("Ada"))).thenNothing()
        try ProfileDecider.given(set).when(.correctBirthday(to: Self.birthday("1990-12-10"))).thenNothing()
    }

    @Test
    func `a birthday is corrected`() throws {
        try ProfileDecider.given(set).when(.correctBirthday(to: Self.birthday("1990-12-11")))
            .then(.birthdayCorrected(to: "1990-12-11"))
    }

    @Test
    func `nothing can be changed before the set-up`() throws {
        for command in [
            ProfileCommand.changeScreenName(to: try ScreenName("Ada")),
            .correctBirthday(to: try Self.birthday("1990-12-11")),
        ] {
            try ProfileDecider.given().when(command).thenFails(\.code, is: .notFound)
        }
    }

    @Test
    func `events that no decision could record change nothing`() throws {
        try ProfileDecider.given(.screenNameChanged(to: "b", replacing: nil), .birthdayCorrected(to: "c"))
            .thenState(is: .none)
        try ProfileDecider.given(set, .identityCompleted(screenName: "b", birthday: "c"))
            .thenState(is: .complete(screenName: "Ada", birthday: "1990-12-10"))
    }

    @Test(arguments: UInt64(0)..<100)
    func `the rules hold for any commands in any order, and the read model follows`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let user = try UserID("ada")
        var state = ProfileDecider.initialState
        var details: ProfileDetails?
        var history: [ProfileEvent] = []
        for _ in 0..<20 {
            let name = try ScreenName(["Ada", "ADA", "Bob"].randomElement(using: &random) ?? "Ada")
            let birthday = try Self.birthday(["1990-12-10", "1990-12-11"].randomElement(using: &random) ?? "")
            let commands: [ProfileCommand] = [
                .completeIdentity(screenName: name, birthday: birthday), .changeScreenName(to: name),
                .correctBirthday(to: birthday),
            ]
            let command = commands.randomElement(using: &random) ?? .changeScreenName(to: name)
            let events: [ProfileEvent]
            do {
                events = try ProfileDecider.decide(command, state)
            } catch {
                #expect(error.code == (state == .none ? .notFound : .alreadyComplete))
                continue
            }
            let before = state
            for event in events {
                history.append(event)
                ProfileDecider.evolve(&state, event)
                ProfileDetails.evolve(
                    &details, event, of: user, at: Instant(nanosecondsSince1970: Int64(history.count), decimals: 9),
                    version: UInt64(history.count))
            }
            #expect(events.isEmpty == (before == state))
        }
        #expect(ProfileDecider.replay(history) == state)
        guard case .complete(let screenName, let birthday) = state else {
            #expect(details == nil)
            return
        }
        let shown = try #require(details)
        #expect((shown.screenName, shown.birthday) == (screenName, birthday))
        #expect(shown.version == UInt64(history.count))
        #expect(shown.updatedAt.nanosecondsSince1970 == Int64(history.count))
        #expect(shown.createdAt.nanosecondsSince1970 == 1)
    }
}
