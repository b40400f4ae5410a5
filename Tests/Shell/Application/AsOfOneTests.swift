import DomainKit
import ItemsDomain
import Nacre
import NacreRuntime
import NacreTesting
import ProfileDomain
import TestTraits
import Testing

@testable import Shell

/// One item or profile as of a moment, folded from its own stream, against the read model as of that moment.
@Suite(.fewAtOnce)
struct AsOfOneTests {
    private static let items = (0..<3).map { ItemID(high: 0x4a07_0000_0000_4000, low: 0x8000_0000_0000_0000 + $0) }
    private static let users = ["u-1", "u-2"]

    /// An application on a log of generated events, of which some break the rules and some are foreign.
    private func filled(_ seed: UInt64) async throws -> Application {
        let application = try Application.inMemory()
        var random = SimulationRandom(seed: seed)
        for number in 0..<60 {
            let name = #"{"name":"n\#(number)"}"#
            let (type, data, stream): (EventType, String, StreamName) =
                switch Int.random(in: 0..<10, using: &random) {
                case 0...2: ("ItemCreated", name, Self.item(using: &random))
                case 3: ("ItemRenamed", name, Self.item(using: &random))
                case 4: (["ItemCompleted", "ItemReopened"][number % 2], "{}", Self.item(using: &random))
                case 5: (["ItemDeleted", "ItemRestored"][number % 2], "{}", Self.item(using: &random))
                case 6: ("Foreign", "{}", Self.item(using: &random))
                case 7: ("Foreign", "{}", Self.profile(using: &random))
                case 8:
                    (
                        "IdentityCompleted", #"{"screenName":"s\#(number)","birthday":"1990-12-10"}"#,
                        Self.profile(using: &random)
                    )
                default: ("BirthdayCorrected", #"{"birthday":"1990-12-11"}"#, Self.profile(using: &random))
                }
            let time = Instant(nanosecondsSince1970: Int64.random(in: 0..<100, using: &random), decimals: 9)
            try await application.store.append([EventData(type: type, time: time, data: Array(data.utf8))], to: stream)
        }
        return application
    }

    private static func item(using random: inout SimulationRandom) -> StreamName {
        "item-\(items[Int.random(in: 0..<3, using: &random)])"
    }

    private static func profile(using random: inout SimulationRandom) -> StreamName {
        "profile-\(users[Int.random(in: 0..<2, using: &random)])"
    }

    private func expectSame(_ application: Application, asOf moment: Runtime.Moment) async throws {
        try await application.asOf(moment) { past in
            let listed = try await past.items.fetchAll(includingDeleted: true).elements
            for id in Self.items {
                #expect(try await past.items.shown(id) == listed.first { $0.id == id }, "\(moment)")
            }
            let profiles = try await past.profiles.fetchAll().elements
            for id in try Self.users.map({ try UserID($0) }) {
                #expect(try await past.profiles.shown(id) == profiles.first { $0.id == id }, "\(moment)")
            }
        }
    }

    @Test(arguments: UInt64(0)..<8)
    func `one item or profile as of any moment equals that of the read model`(seed: UInt64) async throws {
        let application = try await filled(seed)
        for position in Position(0)...60 { try await expectSame(application, asOf: .position(position)) }
        for nanoseconds in stride(from: Int64(0), through: 100, by: 9) {
            try await expectSame(
                application, asOf: .happened(by: Instant(nanosecondsSince1970: nanoseconds, decimals: 9)))
        }
        await application.close()
    }

    @Test
    func `an event that the projection skips is skipped here too, and one of another item does not matter`()
        async throws
    {
        let application = try Application.inMemory()
        let (one, two) = (Self.items[0], Self.items[1])
        for (type, data, id) in [
            ("ItemCreated", #"{"name":"one"}"#, one), ("ItemRenamed", "[]", one),
            ("ItemCreated", #"{"name":"two"}"#, two),
        ] as [(EventType, String, ItemID)] {
            try await application.store.append([EventData(type: type, data: Array(data.utf8))], to: "item-\(id)")
        }
        func name(_ id: ItemID, _ position: Position) async throws -> String? {
            try await application.asOf(.position(position)) { try await $0.items.shown(id)?.name }
        }
        #expect(try await name(one, 1) == "one")
        #expect(try await name(two, 3) == "two")
        await #expect(throws: EventDecodingError.self) { try await name(one, 3) }
        await #expect(throws: EventStoreError.self) { try await application.items.fetchAll() }
        try await application.runtime.skip(2, in: "items", reason: "a faulty import")
        #expect(try await name(one, 3) == "one")
        try await expectSame(application, asOf: .position(3))
        await application.close()
    }

    @Test
    func `one item as of a moment builds no read model`() async throws {
        let application = try await filled(1)
        let id = Self.items[0]
        let tell: @Sendable (Position, Position) -> Void = { _, _ in Issue.record("a read model was built") }
        _ = try await application.asOf(.position(40), progress: tell) { try await $0.items.shown(id) }
        await application.close()
    }
}

extension ItemReads {
    /// The details of an item; `nil` if it does not exist.
    fileprivate func shown(_ id: ItemID) async throws -> ItemDetails? {
        do { return try await fetch(id) } catch let error as ItemError where error.code == .notFound { return nil }
    }
}

extension ProfileReads {
    /// The details of a profile; `nil` if it does not exist.
    fileprivate func shown(_ id: UserID) async throws -> ProfileDetails? {
        do { return try await fetch(id) } catch let error as ProfileError where error.code == .notFound { return nil }
    }
}
