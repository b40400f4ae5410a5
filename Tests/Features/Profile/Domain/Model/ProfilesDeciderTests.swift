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
    func `who has a name is known from those events alone that tell of it`() throws {
        let ada = try UserID("ada")
        var profiles = Profiles()
        profiles.evolve(.screenNameChanged(to: "Ada", replacing: "zed"), of: ada)
        #expect(profiles.holders(of: try ScreenName("ADA")) == [ada])
        profiles.evolve(.screenNameChanged(to: "Lovelace", replacing: "ada"), of: ada)
        #expect(profiles.holders(of: try ScreenName("ada")).isEmpty)
        #expect(profiles.holders(of: try ScreenName("lovelace")) == [ada])
    }

    @Test
    func `a name that the log does not tell to be given up stays taken`() throws {
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
    func `recorded names that nobody could want are no obstacle`() throws {
        let profiles = ProfilesDecider.replay([
            .init(.identityCompleted(screenName: "Ada Lovelace\n", birthday: Self.birthday), of: try UserID("ada"))
        ])
        #expect(profiles.profile(of: try UserID("ada")) != .none)
        #expect(profiles.profile(of: try UserID("eve")) == .none)
    }

    @Test(arguments: UInt64(0)..<100)
    func `whatever is wanted in whatever order, no name has two owners, and a free one is never refused`(
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
