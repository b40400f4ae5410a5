import AuthDomain
import DomainKit
import FeatureAPI
import Testing

@testable import ShellServer

@Suite struct FailureTests {
    private struct Damage: SecretStoreFailure, CustomStringConvertible {
        let description = "planted-text"
    }

    @Test func `a failure of the secrets is unavailable, without its text`() throws {
        let now = Instant(nanosecondsSince1970: 0, decimals: 0)
        let failure = try #require(Failure.expected(Damage(), to: nil, isConditional: false, at: now))
        #expect(failure.problem.status == 503)
        #expect(failure.fields["retry-after"] != nil)
        let body = String(decoding: try failure.response(to: "1").body, as: UTF8.self)
        #expect(!body.contains("planted-text"))
    }

    @Test func `an erased account has no session, and is no valid owner for another one`() throws {
        let now = Instant(nanosecondsSince1970: 0, decimals: 0)
        let erased = PersonalDataError(.erased, of: PersonID(high: 1, low: 2))
        func problem(to caller: AccountID?) -> Problem? {
            Failure.expected(erased, to: caller, isConditional: false, at: now)?.problem
        }
        #expect(problem(to: AccountID(high: 1, low: 2))?.code == "sessionExpired")
        #expect(problem(to: AccountID(high: 1, low: 3))?.code == "invalid")
        #expect(problem(to: AccountID(high: 1, low: 3))?.failures?.map(\.field) == ["account"])
    }
}
