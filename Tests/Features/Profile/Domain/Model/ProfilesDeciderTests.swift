import DomainKit
import NacreTesting
import ProfileDomain
import TestRandomness
import Testing

@Suite
struct ProfilesDeciderTests {
    private static let birthday = "1990-12-10"

    private static func command(_ name: String, isSetUp: Bool) throws -> ProfileCommand {
        let name = try ScreenName(name)
        let birthday = try Birthday(birthday, today: CalendarDay(parsing: "2024-03-01"))
        return isSetUp ? .changeScreenName(to: name) : .completeIdentity(screenName: name, birthday: birthday)
    }

    @Test
    func `the holder of a screen name is known from only the events that mention it`() throws {
        let ada = try UserID("ada")
        var profiles = Profiles()
        profiles.evolve(.screenNameChanged(to: "Ada", replacing: "zed"), of: ada)
        #expect(profiles.holders(of: try ScreenName("ADA")) == [ada])
        profiles.evolve(.screenNameChanged(to: "Lovelace", replacing: "ada"), of: ada)
        #expect(profiles.holders(of: try ScreenName("ada")).isEmpty)
        #expect(profiles.holders(of: try ScreenName("lovelace")) == [ada])
    }

    @Test
    func `a screen name stays taken until the log records its release`() throws {
        let (ada, eve) = (try UserID("ada"), try UserID("eve"))
        let profiles = ProfilesDecider.given(
            .init(.identityCompleted(screenName: "Ada", birthday: Self.birthday), of: ada),
            .init(.screenNameChanged(to: "Lovelace", replacing: nil), of: ada))
        try profiles.when(.init(Self.command("ADA", isSetUp: false), of: eve))
            .thenFails(\.code, is: .screenNameTaken)
            .thenFails(\.screenName, is: ScreenName("ADA"))
        try profiles.when(.init(Self.command("ADA", isSetUp: true), of: ada))
            .then(.init(.screenNameChanged(to: "ADA", replacing: "lovelace"), of: ada))
    }

    @Test
    func `recorded names that today's rules reject block no name`() throws {
        let profiles = ProfilesDecider.replay([
            .init(.identityCompleted(screenName: "Ada Lovelace\n", birthday: Self.birthday), of: try UserID("ada"))
        ])
        #expect(profiles.profile(of: try UserID("ada")) != .none)
        #expect(profiles.profile(of: try UserID("eve")) == .none)
    }

    @Test(arguments: UInt64(0)..<100)
    func `for any commands in any order, no name has two holders, and a free one is never rejected`(
        seed: UInt64
    ) throws {
        var random = SeededGenerator(seed: seed)
        let users = try ["ada", "bob", "eve"].map { try UserID($0) }
        var names: [UserID: String] = [:]
        var history: [ProfilesDecider.Event] = []
        for _ in 0..<40 {
            let user = users.randomElement(using: &random) ?? users[0]
            let name = ["Ada", "ADA", "Bob", "boB", "Eve"].randomElement(using: &random) ?? "Ada"
            let command = try Self.command(name, isSetUp: names[user] != nil)
            let isTaken = names.contains { $0.key != user && $0.value.lowercased() == name.lowercased() }
            do {
                history += try ProfilesDecider.decide(.init(command, of: user), ProfilesDecider.replay(history))
                #expect(!isTaken)
                names[user] = name
            } catch {
                #expect(error.code == .screenNameTaken)
                #expect(isTaken)
            }
        }
        let profiles = ProfilesDecider.replay(history)
        for (user, name) in names {
            #expect(profiles.profile(of: user) == .complete(screenName: name, birthday: Self.birthday))
            #expect(profiles.holders(of: try ScreenName(name)) == [user])
        }
    }
}
