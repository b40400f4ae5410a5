import AuthDomain
import DomainKit
import NacreTesting
import Testing

extension AuthBehaviours {
    private static let (ada, eve) = (AccountID(high: 1, low: 1), AccountID(high: 1, low: 2))

    private static func request(_ identity: String, _ body: [UInt8] = [1]) -> RepeatableRequest {
        RepeatableRequest(identity: identity, body: body)
    }

    /// Keeping answers to requests.
    static let answers: [Behaviour<AuthStores>] = [
        Behaviour("an answer is found by its request until it expires, and no other request finds it") {
            stores async throws in
            let secrets = stores.secrets
            let (start, later) = (stores.time.now(), stores.time.now().afterHours(24))
            try await stores.create(ada)
            for (account, identity) in [(ada, "a"), (nil, "b")] {
                #expect(try await secrets.answer(to: request(identity), at: start) == nil)
                try await secrets.keep([7], to: request(identity), of: account, until: later)
                for time in [start, start.afterHours(23)] {
                    #expect(try await secrets.answer(to: request(identity), at: time) == .answer([7]))
                    #expect(try await secrets.answer(to: request(identity, [2]), at: time) == .otherRequest)
                }
                #expect(try await secrets.answer(to: request(identity), at: later) == nil)
                #expect(try await secrets.answer(to: request(identity, [2]), at: later) == nil)
                #expect(try await secrets.answer(to: request("\(identity)\n"), at: start) == nil)
            }
        },
        Behaviour("an answer takes the place of one under its identity, whatever their accounts") {
            stores async throws in
            let secrets = stores.secrets
            let (start, later) = (stores.time.now(), stores.time.now().afterHours(1))
            try await stores.create(ada, eve)
            for (number, account) in [nil, ada, ada, eve, nil, nil].enumerated() {
                let body = [UInt8(number)]
                try await secrets.keep(body, to: request("a", body), of: account, until: later)
                #expect(try await secrets.answer(to: request("a", body), at: start) == .answer(body))
                #expect(try await secrets.answer(to: request("a", [99]), at: start) == .otherRequest)
            }
        },
        Behaviour("an answer is erased with its account, and not kept for one that is gone") { stores async throws in
            let secrets = stores.secrets
            let (start, later) = (stores.time.now(), stores.time.now().afterHours(1))
            try await stores.create(ada, eve)
            for (account, identity) in [(ada, "ada"), (eve, "eve"), (nil, "none")] {
                try await secrets.keep([7], to: request(identity), of: account, until: later)
            }
            try await secrets.erase(ada)
            #expect(try await secrets.answer(to: request("ada"), at: start) == nil)
            #expect(try await secrets.answer(to: request("eve"), at: start) == .answer([7]))
            #expect(try await secrets.answer(to: request("none"), at: start) == .answer([7]))
            for identity in ["ada", "eve"] {
                try await secrets.keep([8], to: request(identity), of: ada, until: later)
                #expect(try await secrets.answer(to: request(identity), at: start) == nil)
            }
            #expect(try await secrets.accounts(after: nil, limit: 9) == [eve])
            try await stores.create(ada)
            #expect(try await secrets.answer(to: request("ada"), at: start) == nil)
        },
        Behaviour("of the answers of an account, the newest are kept") { stores async throws in
            let secrets = stores.secrets
            let (start, later) = (stores.time.now(), stores.time.now().afterHours(1))
            try await stores.create(ada, eve)
            try await secrets.keep([7], to: request("eve"), of: eve, until: later)
            for number in 0..<AnswerLimits.perAccount + 3 {
                try await secrets.keep([7], to: request("ada \(number)"), of: ada, until: later)
            }
            for number in [0, 2] {
                #expect(try await secrets.answer(to: request("ada \(number)"), at: start) == nil)
            }
            for number in [3, AnswerLimits.perAccount + 2] {
                #expect(try await secrets.answer(to: request("ada \(number)"), at: start) == .answer([7]))
            }
            #expect(try await secrets.answer(to: request("eve"), at: start) == .answer([7]))
        },
        Behaviour("answers that have expired are removed, and no others") { stores async throws in
            let secrets = stores.secrets
            let start = stores.time.now()
            try await stores.create(ada)
            for (account, name) in [(ada, "ada"), (nil, "none")] {
                for hours: Int64 in [1, 2] {
                    try await secrets.keep(
                        [7], to: request("\(name) \(hours)"), of: account, until: start.afterHours(hours))
                }
            }
            try await secrets.removeExpired(at: start.afterHours(1), attemptsBefore: start)
            for name in ["ada", "none"] {
                #expect(try await secrets.answer(to: request("\(name) 1"), at: start) == nil)
                #expect(try await secrets.answer(to: request("\(name) 2"), at: start) == .answer([7]))
            }
            try await secrets.keep([8], to: request("none 3"), of: nil, until: start.afterHours(3))
            #expect(try await secrets.answer(to: request("none 2"), at: start) == .answer([7]))
            #expect(try await secrets.answer(to: request("none 3"), at: start) == .answer([8]))
        },
    ]
}

extension Instant {
    fileprivate func afterHours(_ hours: Int64) -> Instant {
        Instant(nanosecondsSince1970: nanosecondsSince1970 + hours * 3_600_000_000_000, decimals: decimals)
    }
}
