import DomainKit
import FeatureTesting
import ProfileDomain
import TestRandomness
import Testing

@Suite
struct ProfileDeciderTests {
    private let complete = Profile.complete(screenName: "Ada", birthday: "1990-12-10")

    private static func birthday(_ text: String) throws -> Birthday {
        try Birthday(text, today: CalendarDay(parsing: "2024-03-01"))
    }

    @Test
    func `setting up a profile completes the identity`() throws {
        let events = try ProfileDecider.decide(
            .completeIdentity(screenName: ScreenName("Ada"), birthday: Self.birthday("1990-12-10")), .none)
        #expect(events == [.identityCompleted(screenName: "Ada", birthday: "1990-12-10")])
    }

    @Test
    func `a profile is set up once`() throws {
        let error = #expect(throws: ProfileError.self) {
            try ProfileDecider.decide(
                .completeIdentity(screenName: ScreenName("Ada"), birthday: Self.birthday("1990-12-10")), complete)
        }
        #expect(error?.code == .alreadyComplete)
    }

    @Test
    func `a change of screen name tells the old one in small letters`() throws {
        #expect(
            try ProfileDecider.decide(.changeScreenName(to: ScreenName("Lovelace")), complete)
                == [.screenNameChanged(to: "Lovelace", replacing: "ada")])
        #expect(
            try ProfileDecider.decide(.changeScreenName(to: ScreenName("ADA")), complete)
                == [.screenNameChanged(to: "ADA", replacing: "ada")])
    }

    @Test
    func `an old screen name that would not be allowed now is not told`() throws {
        let old = Profile.complete(screenName: "Ada Lovelace\n", birthday: "1990-12-10")
        #expect(
            try ProfileDecider.decide(.changeScreenName(to: ScreenName("Ada")), old)
                == [.screenNameChanged(to: "Ada", replacing: nil)])
    }

    @Test
    func `changing to what is so already does nothing`() throws {
        #expect(try ProfileDecider.decide(.changeScreenName(to: ScreenName("Ada")), complete).isEmpty)
        #expect(try ProfileDecider.decide(.correctBirthday(to: Self.birthday("1990-12-10")), complete).isEmpty)
    }

    @Test
    func `a birthday is put right`() throws {
        #expect(
            try ProfileDecider.decide(.correctBirthday(to: Self.birthday("1990-12-11")), complete)
                == [.birthdayCorrected(to: "1990-12-11")])
    }

    @Test
    func `nothing can be changed before the set-up`() throws {
        for command in [
            ProfileCommand.changeScreenName(to: try ScreenName("Ada")),
            .correctBirthday(to: try Self.birthday("1990-12-11")),
        ] {
            let error = #expect(throws: ProfileError.self) { try ProfileDecider.decide(command, .none) }
            #expect(error?.code == .notFound)
        }
    }

    @Test
    func `events that could not have been decided change nothing`() {
        #expect(
            ProfileDecider.replay([.screenNameChanged(to: "b", replacing: nil), .birthdayCorrected(to: "c")]) == .none)
        #expect(
            ProfileDecider.replay([.identityCompleted(screenName: "b", birthday: "c")], from: complete) == complete)
    }

    @Test(arguments: UInt64(0)..<100)
    func `whatever is wanted in whatever order, the rules hold and the read model follows`(seed: UInt64) throws {
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
