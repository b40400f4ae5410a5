import DomainKit
import Testing

@Test
func `random identities are distinct`() {
    let ids = RandomIDGenerator()
    #expect(Set((0..<1000).map { _ in ids.next() }).count == 1000)
}
