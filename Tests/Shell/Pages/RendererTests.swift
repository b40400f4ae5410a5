import Testing

@testable import ShellPages

@Suite struct RendererTests {
    @Test func `all templates can be parsed`() throws {
        _ = try Renderer()
    }
}
