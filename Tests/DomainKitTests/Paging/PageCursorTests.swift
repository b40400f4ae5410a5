import DomainKit
import Testing

@Test
func `cursors are ordered by position`() {
    #expect(PageCursor(position: 1) < PageCursor(position: 2))
    #expect(!(PageCursor(position: 2) < PageCursor(position: 2)))
}
