import Nacre
import Testing

@Suite
struct StreamNameTests {
    @Test(
        arguments: [
            ("item-6f2d", "item", "6f2d"), ("account-eu-7", "account", "eu-7"), ("item-", "item", ""),
            ("settings", "settings", "settings"), ("-7", "", "7"), ("$process-welcome", "$process", "welcome"),
            ("caf\u{E9}-\u{301}x", "caf\u{E9}", "\u{301}x"),
            ("order-6f2d8a34-8f44-4ea5-a5a2-7d6e6d0d3a11", "order", "6f2d8a34-8f44-4ea5-a5a2-7d6e6d0d3a11"),
        ] as [(StreamName, String, String)])
    func
        `a stream's category is what is before the first hyphen, its id what is behind it, and both the whole name without one`(
            stream: StreamName, category: String, id: String
        )
    {
        #expect(stream.category.utf8.elementsEqual(category.utf8))
        #expect(stream.id.utf8.elementsEqual(id.utf8))
    }
}
