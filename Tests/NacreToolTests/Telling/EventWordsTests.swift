import Nacre
import Testing

@testable import NacreTool

@Suite("Words of a type")
struct EventWordsTests {
    @Test(
        "the name of a type is read as words",
        arguments: [
            ("ItemRenamed", "item renamed"), ("HTTPRequestSent", "HTTP request sent"),
            ("order.placed_v2", "order placed v2"), ("A", "a"), ("Thanked", "thanked"),
            ("userIDChanged", "user ID changed"), ("ÄrgerGemeldet", "ärger gemeldet"), ("schema2Read", "schema2 read"),
            ("--", "--"), ("SENT", "SENT"),
        ])
    func words(type: String, words: String) {
        #expect(EventType(type).words == words)
    }
}
