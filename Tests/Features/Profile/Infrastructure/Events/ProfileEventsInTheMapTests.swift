import Foundation
import Nacre
import NacreLMDB
import ProfileDomain
import ProfileInfrastructure
import TestTraits
import Testing

@Test(.fewAtOnce)
func `profile events and their tags are decoded in place, in the memory map`() async throws {
    let path = NSTemporaryDirectory() + "nacre-profile-events-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let store = try await LMDBEventStore.open(
        at: path, options: .init(durability: .unsynced, mapSize: 64 << 20, derivedMapSize: 16 << 20))
    let events: [ProfileEvent] = [
        .identityCompleted(screenName: "Ada \"A\" 🦪", birthday: "1815-12-10"),
        .screenNameChanged(to: "Lovelace", replacing: "ada"), .screenNameChanged(to: "LOVELACE", replacing: nil),
        .birthdayCorrected(to: "1815-12-11"),
    ]
    let codec = ProfileEventCodec()
    try await store.append(events.map(codec.encode), to: "profile-ada")
    try await store.append([EventData(type: "Foreign", data: [0xFF])], to: "profile-ada")
    #expect(try decoded(store, by: codec) == events + [nil])
    await store.close()
}

private func decoded(_ store: LMDBEventStore, by codec: ProfileEventCodec) throws -> [ProfileEvent?] {
    var events: [ProfileEvent?] = []
    try store.scan { events.append(try codec.decode(copy $0)) }
    return events
}
