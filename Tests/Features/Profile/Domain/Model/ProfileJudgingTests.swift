import DomainKit
import FeatureTesting
import ProfileDomain
import Testing

@Suite
struct ProfileJudgingTests {
    private static let names = ["ada", "Ada", "grace"]
    private static let birthdays = ["1990-12-10", "1906-12-09"]

    private static let events: [ProfileEvent] =
        names.flatMap { name in
            [ProfileEvent.screenNameChanged(to: name, replacing: nil)]
                + birthdays.map { .identityCompleted(screenName: name, birthday: $0) }
        } + birthdays.map { .birthdayCorrected(to: $0) }

    @Test
    func `exactly the events that a command decides are allowed, in every state`() throws {
        let today = try CalendarDay(parsing: "2024-03-01")
        let names = try Self.names.map { try ScreenName($0) }
        let birthdays = try Self.birthdays.map { try Birthday($0, today: today) }
        var commands: [ProfileCommand] = names.map { .changeScreenName(to: $0) }
        commands += birthdays.map { .correctBirthday(to: $0) }
        for name in names { commands += birthdays.map { .completeIdentity(screenName: name, birthday: $0) } }
        var audit = JudgementAudit(ProfileDecider.self, commands: commands)
        audit.isSame = { $0.withoutReplaced == $1.withoutReplaced }
        #expect(audit.expectAgreement(on: Self.events, in: .none) == 6)
        for first in Self.events {
            for second in Self.events {
                audit.expectAgreement(on: Self.events, in: ProfileDecider.replay([first, second]))
            }
        }
    }

    @Test
    func `what is left of an erased profile is not refused`() {
        for event in Self.events { #expect(ProfileDecider.allows(event, in: .erased)) }
    }
}

extension ProfileEvent {
    /// The event without the released screen name, on which no state depends.
    fileprivate var withoutReplaced: ProfileEvent {
        if case .screenNameChanged(let name, _) = self { .screenNameChanged(to: name, replacing: nil) } else { self }
    }
}
