import Testing

@testable import ShellPages

@Suite struct TemplateTests {
    @Test func `every name in a template is a property of what it is rendered with`() {
        var tags = TemplateTags()
        for sample in Sample.all {
            tags.resolve(.header, Header(of: sample.flow), rendered: [:])
            for part in sample.content.parts.flatMap({ [$0] + ($0.rows ?? []) }) {
                tags.resolve(part.template, part.content, rendered: ["id": part.id, "rows": ""])
            }
        }
        let problem = ProblemContent(title: "", detail: "", request: "")
        tags.resolve(.problem, problem, rendered: ["id": "problem"])
        let document = Document(title: "", page: "", revision: 1, csrf: "", style: "", script: "", icon: "")
        tags.resolve(.document, document, rendered: ["header": "", "main": ""])
        #expect(tags.unknown == [])
        #expect(TemplateTags.all.subtracting(tags.resolved) == [])
    }

    @Test func `text is escaped, even where a mark combines with it`() throws {
        let part = Part("heading", .heading, Heading(title: "<\u{301}&\"\u{200D}'", text: nil))
        let html = try Renderer().html(of: part)
        #expect(html.contains("<h1>&lt;\u{301}&amp;&quot;\u{200D}&#39;</h1>"))
        #expect(!html.contains("<p>"))
    }

    @Test func `all samples can be rendered, and written to be looked at`() throws {
        try SampleDocument.writeAll(by: Renderer())
    }
}
