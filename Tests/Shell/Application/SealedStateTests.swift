import DomainKit
import FeatureTesting
import ItemsDomain
import Nacre
import NacreRuntime
import NacreTesting
import ProfileDomain
import TestTraits
import Testing

@testable import Shell

/// The states that tools print.
@Suite(.fewAtOnce)
struct SealedStateTests {
    @Test
    func `sealed names stay sealed in the states that tools print, before and after the key is erased`() async throws {
        let vault = TestVault()
        let application = try Application.inMemory(options: Application.Options(sealing: vault))
        let owner = ItemOwner(high: 1, low: 2)
        let item = try await application.items(for: .owner(owner)).create(name: "a private name")
        _ = try await application.items(for: .owner(owner)).rename(item.id, to: "another private name")
        _ = try await application.items(for: .owner(owner)).complete(item.id)
        let id = "4a07d6c8-0f5e-4e0c-9b1a-2f7c1d3e5a6b"
        _ = try await application.profiles.completeIdentity(user: id, screenName: "secretive", birthday: "1930-05-11")
        func states() async throws -> String {
            let streams = ["item-\(item.id)", "profile-\(id)"] as [StreamName]
            var texts: [String] = []
            for stream in streams {
                let state = try #require(try await application.runtime.state(of: stream))
                texts.append(String(decoding: state.json, as: UTF8.self))
            }
            return texts.joined(separator: "\n")
        }
        let before = try await states()
        #expect(before.contains(#""isCompleted":true"#))
        for secret in ["private", "secretive", "1930"] { #expect(!before.contains(secret)) }
        vault.erase(PersonID(high: 1, low: 2))
        #expect(try await states() == before)
        // The rules judge the events all the same.
        let summary = try await application.runtime.checkRules { event, refusal in Issue.record("\(refusal)") }
        #expect(summary.judged == 4)
        await application.close()
    }
}
