"""The tile detector: YOLO11n with one objectness and 43 names per anchor.

Finding a tile is learned in minutes, naming it in hours. So the class head is split: channel 0 says "a tile is
here" and is trained like a one-class detector, the other channels say which tile it is and are trained by
cross-entropy where a tile is. The exported graph multiplies the two, so that what is shipped has the usual YOLO
layout: four box values and 43 class scores per anchor.
"""

from __future__ import annotations

from typing import Any

from vision.classes import CLASSES

#: Label of boxes that the edge of a view cuts through: no anchor inside them is taught anything.
IGNORE = len(CLASSES)

OUTPUTS = 1 + len(CLASSES)
BACK = CLASSES.index("0x")
#: How far a tile's own side reaches, in half sizes of its face from its middle.
BESIDE = 2.3


def build_model() -> Any:
    """Return an untrained ultralytics DetectionModel, nano size, with OUTPUTS logits per anchor."""
    from ultralytics.cfg import get_cfg
    from ultralytics.nn.tasks import DetectionModel

    model = DetectionModel("yolo11n.yaml", ch=3, nc=OUTPUTS, verbose=False)
    model.args = get_cfg()
    return model


class TileLoss:
    """Detection loss: boxes and objectness by task-aligned assignment, names by cross-entropy.

    Gains multiply the five parts; `model` gives strides and the number of distribution bins.
    """

    def __init__(self, model: Any, box: float, objectness: float, names: float, dfl: float) -> None:
        from ultralytics.utils.loss import v8DetectionLoss
        from ultralytics.utils.tal import TaskAlignedAssigner

        self.base = v8DetectionLoss(model)
        self.base.assigner = TaskAlignedAssigner(
            topk=10, num_classes=1, alpha=0.5, beta=6.0, stride=self.base.stride.tolist()
        )
        self.gains = (box, objectness, names, dfl)

    def __call__(self, preds: dict[str, Any], targets: Any, backs: Any) -> tuple[Any, dict[str, float]]:
        """Return (total loss × batch size, its parts).

        `targets` [N,6] float32: image index, class, centre x, centre y, width, height (fractions of the image).
        `backs` [B] bool: whether the backs in an image are labelled. Where they are not, an anchor that reads as a back
        is not taught that nothing is there, or the walls of real photos would unteach what made scenes teach. Right
        beside a labelled face it is: what looks like a back there is the face's own side.
        """
        import torch
        import torch.nn.functional as F
        from ultralytics.utils.tal import make_anchors

        base = self.base
        boxes = preds["boxes"].permute(0, 2, 1).contiguous()
        logits = preds["scores"].permute(0, 2, 1).contiguous()
        anchors, strides = make_anchors(preds["feats"], base.stride, 0.5)
        batch, dtype = logits.shape[0], logits.dtype
        size = torch.tensor(preds["feats"][0].shape[2:], device=logits.device, dtype=dtype) * base.stride[0]

        padded = base.preprocess(targets.to(logits.device), batch, scale_tensor=size[[1, 0, 1, 0]])
        labels, gt_boxes = padded.split((1, 4), 2)
        present = gt_boxes.sum(2, keepdim=True).gt(0.0)
        ignored = present & labels.eq(IGNORE)
        taught = present & labels.ne(IGNORE)

        pred_boxes = base.bbox_decode(anchors, boxes)
        _, target_boxes, target_scores, foreground, owner = base.assigner(
            logits[..., :1].detach().sigmoid(),
            (pred_boxes.detach() * strides).type(gt_boxes.dtype),
            anchors * strides,
            torch.zeros_like(labels),
            gt_boxes,
            taught.to(gt_boxes.dtype),
        )
        total = target_scores.sum().clamp(min=1)

        weight = torch.ones_like(target_scores)
        points = (anchors * strides)[None, :, None, :]
        centres = (gt_boxes[:, None, :, :2] + gt_boxes[:, None, :, 2:]) / 2
        reaches = (gt_boxes[:, None, :, 2:] - gt_boxes[:, None, :, :2]) / 2
        away = (points - centres).abs()
        cut = (away < reaches).all(-1) & ignored[:, None, :, 0]
        weight[cut.any(-1) & ~foreground] = 0.0
        beside = ((away < BESIDE * reaches).all(-1) & present[:, None, :, 0]).any(-1)
        unlabelled = logits[..., 1:].detach().argmax(-1).eq(BACK) & ~backs.to(logits.device)[:, None]
        weight[unlabelled & ~beside & ~foreground] = 0.0
        objectness = (
            F.binary_cross_entropy_with_logits(logits[..., :1], target_scores.to(dtype), reduction="none") * weight
        ).sum() / total

        box = dfl = names = logits.sum() * 0.0
        if foreground.any():
            box, dfl = base.bbox_loss(
                boxes,
                pred_boxes,
                anchors,
                target_boxes / strides,
                target_scores,
                total,
                foreground,
                size,
                strides,
            )
            wanted = labels[..., 0].long().gather(1, owner)[foreground]
            share = target_scores[..., 0][foreground]
            names = (
                F.cross_entropy(logits[..., 1:][foreground], wanted, reduction="none", label_smoothing=0.02) * share
            ).sum() / total
        parts = {"box": box, "objectness": objectness, "names": names, "dfl": dfl}
        loss = sum(gain * part for gain, part in zip(self.gains, parts.values(), strict=True)) * batch
        return loss, {key: float(part.detach()) for key, part in parts.items()}


def exportable(model: Any) -> Any:
    """Return a module whose output is [B, 4 + 43, N]: boxes in input pixels (cx, cy, w, h) and class scores 0..1.

    A score is objectness × the softmax of the names, so the scores of an anchor sum to its objectness.
    """
    import torch

    class Exported(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.model = model

        def forward(self, images: torch.Tensor) -> torch.Tensor:
            head = self.model.model[-1]
            features = self._features(images)
            raw = head.forward_head(features, **head.one2many)
            boxes = head._get_decode_boxes(raw)
            objectness = raw["scores"][:, :1].sigmoid()
            return torch.cat((boxes, objectness * raw["scores"][:, 1:].softmax(1)), 1)

        def _features(self, x: torch.Tensor) -> list[torch.Tensor]:
            saved: list[Any] = []
            layers = self.model.model
            for layer in layers:
                if layer.f != -1:
                    x = (
                        saved[layer.f]
                        if isinstance(layer.f, int)
                        else [x if index == -1 else saved[index] for index in layer.f]
                    )
                if layer is layers[-1]:
                    return x
                x = layer(x)
                saved.append(x if layer.i in self.model.save else None)
            raise AssertionError("the detection head comes last")

    return Exported()
